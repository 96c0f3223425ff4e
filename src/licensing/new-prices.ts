/** The schema of a price table that staff enter. Separate from `prices.ts`, which shop pages load. */
import * as z from 'zod/mini'

import { distributions, endClientSizes, formats } from './terms.ts'

const WHOLE_DOLLARS_TEXT = 'Prices are whole dollars.'
const WHOLE_PERCENT_TEXT = 'A percentage is a whole number.'
const Cents = z
  .int(WHOLE_DOLLARS_TEXT)
  .check(
    z.nonnegative('A price cannot be negative.'),
    z.multipleOf(100, WHOLE_DOLLARS_TEXT),
    z.maximum(10_000_000, 'This is too much.'),
  )
const Percent = (max: number, text: string) =>
  z.int(WHOLE_PERCENT_TEXT).check(z.nonnegative(WHOLE_PERCENT_TEXT), z.maximum(max, text))

/** A complete price table: a price for everything that is for sale, and nothing else. */
export const NewPrices = z.object({
  distributions: z.object(
    Object.fromEntries(distributions.map(({ id }) => [id, z.array(Cents).check(z.length(endClientSizes.length))])),
  ),
  further_distribution_percent: Percent(100, 'No further distribution costs more than alone.'),
  tier_percent: z.object({
    standard: Percent(1_000, 'This is too much.'),
    premium: Percent(1_000, 'This is too much.'),
    signature: Percent(1_000, 'This is too much.'),
  }),
  format_cents: z.object(Object.fromEntries(formats.map(({ id }) => [id, Cents]))),
  nonprofit_discount_percent: Percent(100, 'No more than 100 percent can be taken off.'),
})
