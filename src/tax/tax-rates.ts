/**
 * The dated table of taxes on a license of footage that is delivered as a download. Each entry counts from its day until
 * the next one of its place. The sources are those to check before an entry changes; the owner’s own rates (Settings > Tax)
 * are added to it.
 */
import type { OwnTaxRate } from '#platform/settings/tax-group.ts'

import type { TaxEntry, TaxKind } from './tax-entry.ts'
import { US_SALES_TAXES } from './us-sales-taxes.ts'

const entries = (
  kind: TaxKind,
  rows: readonly (readonly [place: string, percent: number, from: string, source: string])[],
): TaxEntry[] =>
  rows.map(([place, percent, from, source]) => ({ place, kind, percent, from, source, taxes_downloads: true }))

const EU_VAT = entries('vat', [
  ['AT', 20, '1984-01-01', 'Umsatzsteuergesetz 1994, § 10(1)'],
  ['BE', 21, '1996-01-01', 'Royal Decree no. 20 of July 20, 1970, article 1'],
  ['BG', 20, '1999-01-01', 'Value Added Tax Act, article 66'],
  ['CY', 19, '2014-01-13', 'Value Added Tax Law 95(I)/2000, article 17'],
  ['CZ', 21, '2013-01-01', 'Act no. 235/2004 on value added tax, § 47'],
  ['DE', 19, '2007-01-01', 'Umsatzsteuergesetz, § 12(1)'],
  ['DE', 16, '2020-07-01', 'Umsatzsteuergesetz, § 28(1) of 2020'],
  ['DE', 19, '2021-01-01', 'Umsatzsteuergesetz, § 12(1)'],
  ['DK', 25, '1992-01-01', 'Momsloven, § 33'],
  ['EE', 20, '2009-07-01', 'Käibemaksuseadus, § 15'],
  ['EE', 22, '2024-01-01', 'Käibemaksuseadus, § 15'],
  ['EE', 24, '2025-07-01', 'Käibemaksuseadus, § 15'],
  ['ES', 21, '2012-09-01', 'Ley 37/1992, article 90'],
  ['FI', 24, '2013-01-01', 'Arvonlisäverolaki, § 84'],
  ['FI', 25.5, '2024-09-01', 'Arvonlisäverolaki, § 84'],
  ['FR', 20, '2014-01-01', 'Code général des impôts, article 278'],
  ['GR', 24, '2016-06-01', 'Value Added Tax Code (Law 5144/2024), standard rate'],
  ['HR', 25, '2012-03-01', 'Zakon o porezu na dodanu vrijednost, article 38'],
  ['HU', 27, '2012-01-01', 'Act CXXVII of 2007 on value added tax, § 82'],
  ['IE', 23, '2012-01-01', 'Value-Added Tax Consolidation Act 2010, section 46(1)(a)'],
  ['IE', 21, '2020-09-01', 'Financial Provisions (Covid-19) (No. 2) Act 2020'],
  ['IE', 23, '2021-03-01', 'Value-Added Tax Consolidation Act 2010, section 46(1)(a)'],
  ['IT', 22, '2013-10-01', 'Decree of the President no. 633/1972, article 16'],
  ['LT', 21, '2009-09-01', 'Pridėtinės vertės mokesčio įstatymas, article 19'],
  ['LU', 17, '2015-01-01', 'Law of February 12, 1979, article 39'],
  ['LU', 16, '2023-01-01', 'Law of October 26, 2022'],
  ['LU', 17, '2024-01-01', 'Law of February 12, 1979, article 39'],
  ['LV', 21, '2012-07-01', 'Pievienotās vērtības nodokļa likums, section 41'],
  ['MT', 18, '2004-01-01', 'Value Added Tax Act, chapter 406, article 19'],
  ['NL', 21, '2012-10-01', 'Wet op de omzetbelasting 1968, article 9(1)'],
  ['PL', 23, '2011-01-01', 'Act of March 11, 2004 on tax on goods and services, articles 41 and 146ef'],
  ['PT', 23, '2011-01-01', 'Código do IVA, article 18(1)(c)'],
  ['PT-20', 18, '2014-01-01', 'Código do IVA, article 18(3): Azores'],
  ['PT-20', 16, '2021-07-01', 'Código do IVA, article 18(3): Azores'],
  ['PT-30', 22, '2012-04-01', 'Código do IVA, article 18(3): Madeira'],
  ['RO', 19, '2017-01-01', 'Codul fiscal, article 291(1)'],
  ['RO', 21, '2025-08-01', 'Codul fiscal, article 291(1), by Law no. 141/2025'],
  ['SE', 25, '1990-07-01', 'Mervärdesskattelag (2023:200), chapter 9, section 2'],
  ['SI', 22, '2013-07-01', 'Zakon o davku na dodano vrednost (ZDDV-1), article 41'],
  ['SK', 20, '2011-01-01', 'Act no. 222/2004 on value added tax, § 27'],
  ['SK', 23, '2025-01-01', 'Act no. 222/2004 on value added tax, § 27'],
])

const OTHER_VAT = entries('vat', [
  ['AE', 5, '2018-01-01', 'Federal Decree-Law no. 8 of 2017, article 3'],
  ['CH', 7.7, '2018-01-01', 'Mehrwertsteuergesetz, article 25(1)'],
  ['CH', 8.1, '2024-01-01', 'Mehrwertsteuergesetz, article 25(1)'],
  ['CL', 19, '2020-06-01', 'Decree-Law no. 825, article 8(n): digital services from abroad'],
  ['GB', 20, '2011-01-04', 'Value Added Tax Act 1994, section 2(1)'],
  ['IS', 24, '2015-01-01', 'Act no. 50/1988 on value added tax, article 14'],
  ['KR', 10, '2015-07-01', 'Value-Added Tax Act, articles 30 and 53-2: electronic services from abroad'],
  ['LI', 7.7, '2018-01-01', 'Mehrwertsteuergesetz of Liechtenstein, article 25(1)'],
  ['LI', 8.1, '2024-01-01', 'Mehrwertsteuergesetz of Liechtenstein, article 25(1)'],
  ['MX', 16, '2020-06-01', 'Ley del impuesto al valor agregado, article 18-B: digital services'],
  ['NO', 25, '2005-01-01', 'Merverdiavgiftsloven, § 3-30, and the yearly resolution of the Storting'],
  ['RS', 20, '2012-10-01', 'Zakon o porezu na dodatu vrednost, article 23'],
  ['SA', 15, '2020-07-01', 'Value Added Tax Law, by Royal Order A/638'],
  ['TH', 7, '2021-09-01', 'Revenue Code, section 80, and the Act no. 53 on electronic services'],
  ['TR', 18, '2018-01-01', 'Value Added Tax Law no. 3065, article 9: electronic services'],
  ['TR', 20, '2023-07-10', 'Presidential Decision no. 7346'],
  ['TW', 5, '2017-05-01', 'Value-added and Non-value-added Business Tax Act, article 10'],
  ['UA', 20, '2022-01-01', 'Tax Code, article 208-1: electronic services from abroad'],
  ['ZA', 15, '2018-04-01', 'Value-Added Tax Act no. 89 of 1991, section 7'],
])

const CA_SOURCE = 'Excise Tax Act, section 165'
const GST = entries('gst', [
  ['AU', 10, '2017-07-01', 'A New Tax System (Goods and Services Tax) Act 1999, division 84: imported services'],
  ['CA', 5, '2008-01-01', CA_SOURCE],
  ['CA-NB', 15, '2016-07-01', `${CA_SOURCE}: harmonized sales tax`],
  ['CA-NL', 15, '2016-07-01', `${CA_SOURCE}: harmonized sales tax`],
  ['CA-NS', 15, '2010-07-01', `${CA_SOURCE}: harmonized sales tax`],
  ['CA-NS', 14, '2025-04-01', `${CA_SOURCE}: harmonized sales tax`],
  ['CA-ON', 13, '2010-07-01', `${CA_SOURCE}: harmonized sales tax`],
  ['CA-PE', 15, '2016-10-01', `${CA_SOURCE}: harmonized sales tax`],
  ['IN', 18, '2017-07-01', 'Integrated Goods and Services Tax Act 2017, section 14: online information from abroad'],
  ['NZ', 15, '2016-10-01', 'Goods and Services Tax Act 1985, section 8(3)(c): remote services'],
  ['SG', 7, '2020-01-01', 'Goods and Services Tax Act 1993, overseas vendor registration'],
  ['SG', 8, '2023-01-01', 'Goods and Services Tax Act 1993, section 16'],
  ['SG', 9, '2024-01-01', 'Goods and Services Tax Act 1993, section 16'],
])

const CONSUMPTION_TAX = entries('consumption_tax', [
  ['JP', 10, '2019-10-01', 'Consumption Tax Act, article 29, and the Local Tax Act'],
])

export const TAX_TABLE: readonly TaxEntry[] = [...EU_VAT, ...OTHER_VAT, ...GST, ...CONSUMPTION_TAX, ...US_SALES_TAXES]

/** Where the table has a tax, in its order. */
export const taxedPlaces: readonly string[] = [...new Set(TAX_TABLE.map(({ place }) => place))]

const latest = <E extends { from: string }>(list: readonly E[], day: string): E | undefined =>
  list
    .filter(({ from }) => from <= day)
    .reduce<E | undefined>((best, one) => (best && best.from > one.from ? best : one), undefined)

/**
 * Returns the tax of a place on a day such as "2026-03-02"; undefined where there is none. A province without an entry has
 * its country’s. An own rate of the owner replaces what the table says until the table has a later one.
 */
export const findTaxEntry = (
  { code, country }: { code: string; country: string },
  day: string,
  own_rates: readonly OwnTaxRate[] = [],
): TaxEntry | undefined => {
  const find = (place: string) => {
    const entry = latest(
      TAX_TABLE.filter(one => one.place === place),
      day,
    )
    const own = latest(
      own_rates.filter(one => one.place === place),
      day,
    )
    if (!entry || !own || own.from < entry.from) return entry
    const { percent, from, source } = own
    return { ...entry, percent, from, source, taxes_downloads: percent > 0 }
  }
  return find(code) ?? (country === 'CA' ? find(country) : undefined)
}
