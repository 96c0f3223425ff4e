/**
 * US sales tax on downloads: each state's own rate, without cities and counties, and whether the state taxes a digital
 * audiovisual work that is sold as a download.
 *
 * Intended to be correct as of July 1, 2025, but NOT yet checked against the sources entry by entry. Do that before real
 * sales. Check rates against: Tax Foundation, "State and Local Sales Tax Rates, Midyear 2025". Check downloads against: the
 * state agencies' guidance that the Multistate Tax Commission lists under "Sales Tax on Digital Products", and for members
 * of the Streamlined Sales Tax Agreement their taxability matrix ("specified digital products").
 */
type StateTax = {
  /** In percent; 0 where the state has no sales tax. */
  percent: number
  taxes_downloads: boolean
}

const taxed = (percent: number): StateTax => ({ percent, taxes_downloads: true })
/** Keeps the rate for the day when the state starts to tax downloads. */
const exempt = (percent: number): StateTax => ({ percent, taxes_downloads: false })

export const US_SALES_TAX: Readonly<Record<string, StateTax>> = {
  AL: taxed(4),
  AK: exempt(0),
  AZ: taxed(5.6),
  AR: taxed(6.5),
  CA: exempt(7.25),
  CO: taxed(2.9),
  CT: taxed(6.35),
  DC: taxed(6),
  DE: exempt(0),
  FL: exempt(6),
  GA: taxed(4),
  HI: taxed(4),
  IA: taxed(6),
  ID: taxed(6),
  IL: exempt(6.25),
  IN: taxed(7),
  KS: exempt(6.5),
  KY: taxed(6),
  LA: taxed(5),
  MA: exempt(6.25),
  MD: taxed(6),
  ME: taxed(5.5),
  MI: exempt(6),
  MN: taxed(6.875),
  MO: exempt(4.225),
  MS: taxed(7),
  MT: exempt(0),
  NC: taxed(4.75),
  ND: exempt(5),
  NE: taxed(5.5),
  NH: exempt(0),
  NJ: taxed(6.625),
  NM: taxed(4.875),
  NV: exempt(6.85),
  NY: exempt(4),
  OH: taxed(5.75),
  OK: exempt(4.5),
  OR: exempt(0),
  PA: taxed(6),
  RI: taxed(7),
  SC: exempt(6),
  SD: taxed(4.2),
  TN: taxed(7),
  TX: taxed(6.25),
  UT: taxed(4.85),
  VA: exempt(4.3),
  VT: taxed(6),
  WA: taxed(6.5),
  WI: taxed(5),
  WV: exempt(6),
  WY: taxed(4),
}

/** Returns 0.0625 for 6.25%; 0 where downloads are not taxed, and for territories and military addresses. */
export const getSalesTaxRate = (state_code: string | null): number => {
  const state = state_code === null ? undefined : US_SALES_TAX[state_code]
  // Rounds to five decimals, so that 6.35% is not 0.06349999….
  return state?.taxes_downloads ? Math.round(state.percent * 1_000) / 100_000 : 0
}
