/** Consumers of the EU and the UK, and how long they can withdraw from an order. */
import { DAY_MS } from '#platform/clock.ts'

const WITHDRAWAL_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

type BuyerFacts = { company: string; country_code: string; has_vat_number: boolean }

/** Whether a buyer is a private person where the law gives a right of withdrawal. */
export const isConsumer = ({ company, country_code, has_vat_number }: BuyerFacts): boolean =>
  company === '' && !has_vat_number && WITHDRAWAL_COUNTRIES.has(country_code)

const WITHDRAWAL_DAYS = 14

/** Returns when the right of withdrawal ends: with the last of 14 days after the day of the order, in UTC. */
export const getWithdrawalEnd = (placed_at: Date): Date =>
  new Date(Math.floor(placed_at.getTime() / DAY_MS) * DAY_MS + (WITHDRAWAL_DAYS + 1) * DAY_MS)

/** Returns the earliest time an order can be placed at and still be withdrawn from now. */
export const getFirstWithdrawable = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - WITHDRAWAL_DAYS * DAY_MS)

/** Whether a buyer of the order can still withdraw from clips that were not downloaded. */
export const isWithdrawable = (
  { is_consumer, placed_at }: { is_consumer: boolean; placed_at: Date | null },
  now: Date,
): boolean => is_consumer && placed_at !== null && placed_at >= getFirstWithdrawable(now)

/** What a consumer agrees to before the first download. It is stored as shown. */
export const CONSENT_TEXT =
  'I ask for delivery to begin now, before the withdrawal period ends. I know that I lose my right of withdrawal for each clip when its download begins.'

export const CONSENT_REQUIRED_TEXT =
  'Before the first download, please agree that delivery begins now and that your right of withdrawal ends with it. Nothing was downloaded.'
