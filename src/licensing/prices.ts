import * as z from 'zod/mini'

/** Whole dollars, so that a percentage is always a whole number of cents. */
const cents = z.int().check(z.nonnegative(), z.multipleOf(100))
const percent = z.int().check(z.nonnegative())

/** A version of the price table as stored in the database. The keys of the two records are ids. */
export const Prices = z.object({
  /** HD, commercial, standard tier: a price per end-client size, 1 to 5. */
  distributions: z.record(z.string(), z.array(cents).check(z.length(5))),
  /** The share of its own price that each distribution beyond the most expensive one adds. */
  further_distribution_percent: percent,
  tier_percent: z.object({ standard: percent, premium: percent, signature: percent }),
  format_cents: z.record(z.string(), cents),
  nonprofit_discount_percent: percent.check(z.maximum(100)),
})
export type Prices = z.infer<typeof Prices>
