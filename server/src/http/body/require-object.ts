import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/errors.ts';
import { httpTexts } from '../errors/http-texts.ts';

/** Replaces a missing body by an empty one; throws 422 if the body is not an object. */
export function requireObject(request: FastifyRequest): void {
  request.body ??= {};
  if (typeof request.body !== 'object' || Array.isArray(request.body)) throw new AppError(422, httpTexts.notAnObject);
}
