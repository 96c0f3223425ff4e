/** The shape of a price table as our people write it. Apart from `prices.ts`, which pages of the shop load. */
import * as z from 'zod/mini'

import { distributions, endClientSizes, formats } from './terms.ts'

const whole_text = 'Prices are whole dollars.'
const percent_text = 'A percentage is a whole number.'
const Cents = z
  .int(whole_text)
  .check(
    z.nonnegative('No price is below nothing.'),
    z.multipleOf(100, whole_text),
    z.maximum(10_000_000, 'This is too much.'),
  )
const Percent = (most: number, text: string) =>
  z.int(percent_text).check(z.nonnegative(percent_text), z.maximum(most, text))

/** A whole table as our people write it: a price for everything that is sold, nothing else. */
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
