/** The settings group of tax: where the company is registered, its own rates, and what it decides itself. */
import * as z from 'zod/mini'

import { Day } from '../day.ts'
import { optionalText, requiredText } from '../text.ts'

/** `national`: registered in the place itself. The others are the European One-Stop Shop for sellers inside and outside the EU. */
export const registrationSchemes = ['national', 'union_oss', 'non_union_oss'] as const
export type RegistrationScheme = (typeof registrationSchemes)[number]

const endDay = z.nullable(Day)

/** A place that a tax belongs to: a country such as IE, or a part of one such as US-TX. */
const taxPlace = z
  .string('Choose a place from the list.')
  .check(z.regex(/^[A-Z]{2}(-[A-Z0-9]{2,3})?$/, 'Choose a place from the list.'))

const Registration = z
  .object({
    scheme: z.enum(registrationSchemes, 'Choose a kind of registration from the list.'),
    /** For the One-Stop Shop, the member state that the returns go to. */
    place: taxPlace,
    /** '' where the place has no numbers, or none is to be on documents. */
    number: optionalText('The number', 30).check(
      z.overwrite(text => text.toUpperCase()),
      z.regex(/^([A-Z0-9][A-Z0-9 ./-]*)?$/, 'A tax number has letters, digits, spaces, dots and dashes only.'),
    ),
    from: Day,
    /** The last day; null while it lasts. */
    to: endDay,
  })
  .check(
    z.refine(({ from, to }) => to === null || to >= from, {
      path: ['to'],
      error: 'The last day can’t be before the first.',
    }),
  )
export type TaxRegistration = z.output<typeof Registration>

const OwnRate = z.object({
  place: taxPlace,
  /** 23 for 23%; 0 where downloads are no longer taxed. */
  percent: z
    .number('The rate is a number of percent, such as 23.')
    .check(
      z.minimum(0, 'The rate can’t be negative.'),
      z.maximum(50, 'The rate can’t be above 50%.'),
      z.multipleOf(0.001, 'The rate has at most three decimals.'),
    ),
  from: Day,
  source: requiredText('The source', 200),
})
export type OwnTaxRate = z.output<typeof OwnRate>

const ManualExchangeRate = z.object({
  currency: z.string('A currency has three letters, such as USD.').check(
    z.trim(),
    z.overwrite(text => text.toUpperCase()),
    z.regex(/^[A-Z]{3}$/, 'A currency has three letters, such as USD.'),
  ),
  /** The day that it was published for; it counts for 40 days, or until a newer one. */
  from: Day,
  /** How much of the currency one euro is worth. */
  per_euro: z
    .number('The rate is a number, such as 1.16.')
    .check(z.minimum(0.0001, 'The rate must be above zero.'), z.maximum(1_000_000, 'The rate is too high.')),
})
export type ManualRate = z.output<typeof ManualExchangeRate>

const overlaps = (a: TaxRegistration, b: TaxRegistration) =>
  a.scheme === b.scheme &&
  (a.scheme !== 'national' || a.place === b.place) &&
  a.from <= (b.to ?? '9999-12-31') &&
  b.from <= (a.to ?? '9999-12-31')

export const taxSettings = {
  label: 'Tax',
  about: 'Where you are registered, which decides where tax is charged, and rates that change.',
  schema: z.object({
    registrations: z.array(Registration).check(
      z.maxLength(200, 'At most 200 registrations can be listed.'),
      z.refine(
        list => list.every((one, index) => list.slice(index + 1).every(other => !overlaps(one, other))),
        'Two registrations of the same kind and place can’t be in force on the same day.',
      ),
    ),
    rates: z.array(OwnRate).check(
      z.maxLength(200, 'At most 200 rates can be listed.'),
      z.refine(
        list => new Set(list.map(({ place, from }) => `${place} ${from}`)).size === list.length,
        'A place can have one rate from the same day.',
      ),
    ),
    exchange_rates: z.array(ManualExchangeRate).check(
      z.maxLength(200, 'At most 200 exchange rates can be listed.'),
      z.refine(
        list => new Set(list.map(({ currency, from }) => `${currency} ${from}`)).size === list.length,
        'A currency can have one rate for each day.',
      ),
    ),
    /** What a VAT number means that no service has confirmed: the buyer’s word is taken, or tax is charged. */
    unchecked_vat_numbers: z.enum(['trust', 'charge'], 'Choose what an unconfirmed VAT number means.'),
  }),
  defaults: {
    registrations: [] as TaxRegistration[],
    rates: [] as OwnTaxRate[],
    exchange_rates: [] as ManualRate[],
    unchecked_vat_numbers: 'trust' as const,
  },
}
