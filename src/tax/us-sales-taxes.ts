/**
 * US sales tax on downloads: each state’s own rate, without cities and counties, and whether the state taxes a digital
 * audiovisual work that is sold as a download. Before real sales in the United States, check the entries that count for
 * you: rates against the state’s department of revenue, downloads against its guidance on digital products or, for members
 * of the Streamlined Sales Tax Agreement, their taxability matrix. Where cities and counties tax as well, the state’s rate
 * alone is too little.
 */
import type { TaxEntry } from './tax-entry.ts'

const AGREEMENT = 'the state’s taxability matrix (Streamlined Sales Tax), specified digital products'
const GUIDANCE = 'the guidance of the state’s department of revenue on digital products'

type SalesTaxRow = readonly [state: string, percent: number, from: string, source: string]

/** Downloads are taxed. */
const TAXED: readonly SalesTaxRow[] = [
  ['AL', 4, '2019-01-01', GUIDANCE],
  ['AR', 6.5, '2018-01-01', AGREEMENT],
  ['AZ', 5.6, '2013-06-01', GUIDANCE],
  ['CO', 2.9, '2021-07-01', GUIDANCE],
  ['CT', 6.35, '2019-10-01', GUIDANCE],
  ['DC', 6, '2019-01-01', GUIDANCE],
  ['GA', 4, '2024-01-01', 'Georgia Code § 48-8-30, specified digital products since 2024'],
  ['HI', 4, '2019-01-01', GUIDANCE],
  ['IA', 6, '2019-01-01', AGREEMENT],
  ['ID', 6, '2015-07-01', GUIDANCE],
  ['IN', 7, '2008-04-01', AGREEMENT],
  ['KY', 6, '2009-07-01', AGREEMENT],
  ['LA', 5, '2025-01-01', 'Louisiana Act 10 of the third extraordinary session of 2024, digital products'],
  ['LA', 4.75, '2030-01-01', 'Louisiana Act 11 of the third extraordinary session of 2024'],
  ['MD', 6, '2021-03-14', 'Maryland Tax-General § 11-101, digital products since 2021'],
  ['ME', 5.5, '2013-10-01', GUIDANCE],
  ['MN', 6.875, '2013-07-01', AGREEMENT],
  ['MS', 7, '2009-07-01', GUIDANCE],
  ['NC', 4.75, '2011-07-01', AGREEMENT],
  ['NE', 5.5, '2008-10-01', AGREEMENT],
  ['NJ', 6.625, '2018-01-01', AGREEMENT],
  ['NM', 4.875, '2023-07-01', GUIDANCE],
  ['OH', 5.75, '2014-01-01', AGREEMENT],
  ['PA', 6, '2016-08-01', 'Pennsylvania Act 84 of 2016, digital goods'],
  ['RI', 7, '2018-10-01', AGREEMENT],
  ['SD', 4.2, '2023-07-01', 'South Dakota HB 1137 of 2023, until June 30, 2027'],
  ['SD', 4.5, '2027-07-01', 'South Dakota HB 1137 of 2023'],
  ['TN', 7, '2009-01-01', AGREEMENT],
  ['TX', 6.25, '1990-01-01', 'Texas Tax Code § 151.010, taxable items in electronic form'],
  ['UT', 4.85, '2019-04-01', AGREEMENT],
  ['VT', 6, '2015-07-01', AGREEMENT],
  ['WA', 6.5, '2009-07-26', 'Revised Code of Washington 82.04.192, digital goods'],
  ['WI', 5, '2009-10-01', AGREEMENT],
  ['WY', 4, '2010-07-01', AGREEMENT],
]

/** The state has a sales tax, but not on downloads. */
const UNTAXED: readonly SalesTaxRow[] = [
  ['CA', 7.25, '2017-01-01', 'California Code of Regulations 18-1502, transfers without a tangible medium'],
  ['FL', 6, '1988-02-01', GUIDANCE],
  ['IL', 6.25, '1990-01-01', GUIDANCE],
  ['KS', 6.5, '2015-07-01', AGREEMENT],
  ['MA', 6.25, '2009-08-01', GUIDANCE],
  ['MI', 6, '1994-05-01', AGREEMENT],
  ['MO', 4.225, '1989-01-01', GUIDANCE],
  ['ND', 5, '1987-01-01', AGREEMENT],
  ['NV', 6.85, '2009-07-01', AGREEMENT],
  ['NY', 4, '2005-06-01', GUIDANCE],
  ['OK', 4.5, '1990-01-01', AGREEMENT],
  ['SC', 6, '2007-06-01', GUIDANCE],
  ['VA', 4.3, '2013-07-01', GUIDANCE],
  ['WV', 6, '1988-01-01', AGREEMENT],
]

const toEntry =
  (taxes_downloads: boolean) =>
  ([state, percent, from, source]: SalesTaxRow): TaxEntry => ({
    place: `US-${state}`,
    kind: 'sales_tax',
    percent,
    taxes_downloads,
    from,
    source,
  })

/** Alaska, Delaware, Montana, New Hampshire and Oregon have no sales tax of the state. */
export const US_SALES_TAXES: readonly TaxEntry[] = [...TAXED.map(toEntry(true)), ...UNTAXED.map(toEntry(false))]
