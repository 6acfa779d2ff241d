/** The countries and territories of ISO 3166-1, by name. */
const codes =
  'AF AX AL DZ AS AD AO AI AQ AG AR AM AW AU AT AZ BS BH BD BB BY BE BZ BJ BM BT BO BQ BA BW BR IO VG BN BG BF BI KH CM CA CV KY CF TD CL CN CX CC CO KM CG CD CK CR CI HR CU CW CY CZ DK DJ DM DO EC EG SV GQ ER EE SZ ET FK FO FJ FI FR GF PF TF GA GM GE DE GH GI GR GL GD GP GU GT GG GN GW GY HT HN HK HU IS IN ID IR IQ IE IM IL IT JM JP JE JO KZ KE KI KW KG LA LV LB LS LR LY LI LT LU MO MG MW MY MV ML MT MH MQ MR MU YT MX FM MD MC MN ME MS MA MZ MM NA NR NP NL NC NZ NI NE NG NU NF KP MK MP NO OM PK PW PS PA PG PY PE PH PN PL PT PR QA RE RO RU RW WS SM ST SA SN RS SC SL SG SX SK SI SB SO ZA GS KR SS ES LK BL SH KN LC MF PM VC SD SR SJ SE CH SY TW TJ TZ TH TL TG TK TO TT TN TR TM TC TV UM VI UG UA AE GB US UY UZ VU VA VE VN WF EH YE ZM ZW';

let names: string[] | undefined;

/** In English, in the order of the alphabet. */
export function listCountries(): string[] {
  if (!names) {
    const inWords = new Intl.DisplayNames('en', { type: 'region' });
    names = codes
      .split(' ')
      .map((code) => inWords.of(code) ?? code)
      .toSorted((one, other) => one.localeCompare(other, 'en'));
  }
  return names;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** The country of that name, however its accents and capitals are typed; anything else stays as it is. */
export function toCountry(typed: string): string {
  const wanted = plain(typed);
  return listCountries().find((name) => plain(name) === wanted) ?? typed;
}
