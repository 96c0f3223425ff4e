/** Where the fee for paying by card may be charged, and up to which rate. */
import { toDay } from '#platform/day.ts'
import { EU_COUNTRIES } from '#tax/places.ts'

type Cap = {
  /** A country such as NO, or a part of one such as US-CT. */
  place: string
  /** The highest fee in percent; 0 where the law forbids one. */
  percent: number
  from: string
  source: string
}

/** Territories with country codes of their own, where the payment law of their country counts. */
const EU_TERRITORIES = ['AX', 'GF', 'GP', 'MF', 'MQ', 'RE', 'YT']

const PSD2 = 'Directive (EU) 2015/2366, article 62(4)'

const CAPS: readonly Cap[] = [
  ...[...EU_COUNTRIES, ...EU_TERRITORIES, 'NO', 'IS', 'LI'].map(place => ({
    place,
    percent: 0,
    from: '2018-01-13',
    source: PSD2,
  })),
  { place: 'GB', percent: 0, from: '2018-01-13', source: 'Payment Services Regulations 2017 and SI 2012/3110' },
  { place: 'US-CO', percent: 2, from: '2022-07-01', source: 'Colorado Revised Statutes § 5-2-212' },
  { place: 'US-CT', percent: 0, from: '1986-01-01', source: 'Connecticut General Statutes § 42-133ff' },
  { place: 'US-MA', percent: 0, from: '1981-01-01', source: 'Massachusetts General Laws chapter 140D, § 28A' },
  { place: 'US-PR', percent: 0, from: '2013-01-01', source: 'Puerto Rico Act 150-2013' },
  { place: 'CA-QC', percent: 0, from: '1980-01-01', source: 'Quebec Consumer Protection Act, section 224' },
]

/**
 * Returns the fee rate that may be charged in a place, such as 0.03. Debit cards, which no fee may be added to in the United
 * States, are not distinguished from credit cards.
 */
export const limitCardFee = ({ place }: { place: string }, fee_rate: number, now: Date): number => {
  const day = toDay(now)
  const cap = CAPS.find(one => one.from <= day && (one.place === place || isPartOfEu(one.place, place)))
  return cap ? Math.min(fee_rate, cap.percent / 100) : fee_rate
}

/** Such as the Canary Islands, which are a part of the EU outside of its VAT. */
const isPartOfEu = (country: string, place: string) => EU_COUNTRIES.includes(country) && place.startsWith(`${country}-`)
