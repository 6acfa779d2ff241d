import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { act, renderHook } from '@testing-library/react';
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { describe, expect, it, vi } from 'vitest';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { useProof } from './use-proof.ts';

const build = (counter: number) =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter,
    deriveKey,
    expiresAt: new Date(Date.now() + 600_000),
    hmacSignatureSecret: 'one',
    hmacKeySignatureSecret: 'other',
  });

describe('The proof of work of a form', () => {
  it('is computed once, however often it is started, and is used once', async () => {
    const challenge = await build(5);
    const requests = serve({ 'GET /signup/challenge': ok(challenge) });
    const { result } = renderHook(useProof);
    act(() => {
      result.current.begin();
      result.current.begin();
    });
    const taken = await act(() => result.current.take());
    expect(requests).toHaveLength(1);
    const proof = taken.ok ? taken.proof : null;
    expect(JSON.parse(atob(proof ?? ''))).toMatchObject({ challenge, solution: { counter: 5 } });
    await act(() => result.current.take());
    expect(requests).toHaveLength(2);
  });

  it('is null when the community no longer requires one', async () => {
    serve({ 'GET /signup/challenge': ok(null) });
    const { result } = renderHook(useProof);
    expect(await act(() => result.current.take())).toEqual({ ok: true, proof: null });
  });

  it('reports a failure, and is computed again on the next attempt', async () => {
    serve({ 'GET /signup/challenge': fail(503, 'The service is busy.') });
    const { result } = renderHook(useProof);
    act(() => void result.current.begin());
    expect(await act(() => result.current.take())).toEqual({ ok: false });
    expect(result.current.waiting).toBe(false);
    serve({ 'GET /signup/challenge': ok(await build(2)) });
    expect(await act(() => result.current.take())).toMatchObject({ ok: true, proof: expect.any(String) });
  });

  it('is renewed before it expires', async () => {
    const requests = serve({ 'GET /signup/challenge': ok(await build(2)) });
    const { result } = renderHook(useProof);
    act(() => void result.current.begin());
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 9 * MINUTE_MS);
    await act(() => result.current.take());
    expect(requests).toHaveLength(2);
  });
});
