/** The settings group of retention: for how many days personal data is kept before a job deletes it. */
import * as z from 'zod/mini'

import { DAY_MS } from '../clock.ts'

type RetentionField = {
  /** What is kept, as the privacy policy lists it. */
  label: string
  /** From when on the days count. */
  from: string
  /** Why not fewer or more. */
  limits: string
  min: number
  max: number
  days: number
}

/** `days` is the default. Orders, invoices and licenses aren't here: tax law decides about them. */
export const retentionFields = {
  tickets_days: {
    label: 'Messages and footage research',
    from: 'after they were written, once they are closed',
    limits: 'Claims from a message can be made for up to three years.',
    min: 30,
    max: 1_095,
    days: 730,
  },
  search_log_days: {
    label: 'Searched words, without who searched',
    from: 'after the day of the search',
    limits: 'Popular searches need 30 days.',
    min: 30,
    max: 365,
    days: 90,
  },
  interest_days: {
    label: 'Who opened a clip, took its comp or licensed it, for its popularity',
    from: 'after it happened',
    limits: 'A clip counts once a day for each person, so a day is enough.',
    min: 1,
    max: 90,
    days: 30,
  },
  guest_carts_days: {
    label: 'Carts of visitors without an account',
    from: 'after their last change',
    limits: 'A browser remembers its cart for 90 days.',
    min: 7,
    max: 90,
    days: 90,
  },
  boards_days: {
    label: 'Boards that were deleted, so that they can be restored',
    from: 'after the deletion',
    limits: 'Time to notice a mistake.',
    min: 7,
    max: 90,
    days: 30,
  },
  payment_attempts_days: {
    label: 'Attempts to pay, with network address, against fraud',
    from: 'after the attempt',
    limits: 'Attacks with stolen cards are recognized over a week.',
    min: 7,
    max: 90,
    days: 30,
  },
  security_log_days: {
    label: 'The log of logins and changes of accounts, against misuse',
    from: 'after the event',
    limits: 'Break-ins are often found after months.',
    min: 90,
    max: 365,
    days: 180,
  },
  uploads_days: {
    label: 'Uploads of filmmakers that were refused',
    from: 'after the refusal',
    limits: 'Time to read the reason.',
    min: 7,
    max: 180,
    days: 30,
  },
  unfinished_uploads_days: {
    label: 'Uploads of filmmakers that were not completed',
    from: 'after the last part arrived',
    limits: 'Time to continue an upload.',
    min: 2,
    max: 30,
    days: 7,
  },
  tax_forms_days: {
    label: 'Tax forms of filmmakers, with their files',
    from: 'after they expired, were replaced or were removed',
    limits: 'Tax authorities ask for them for three to ten years.',
    min: 1_095,
    max: 3_650,
    days: 1_460,
  },
  exports_days: {
    label: 'Files with a copy of somebody’s data that they asked for',
    from: 'after the file was made',
    limits: 'Time to download it.',
    min: 1,
    max: 30,
    days: 7,
  },
} as const satisfies Record<string, RetentionField>

export type RetentionName = keyof typeof retentionFields
export const retentionNames = Object.keys(retentionFields) as RetentionName[]

const days = (name: RetentionName) => {
  const { min, max, limits } = retentionFields[name]
  const sentence = `Choose a whole number of days from ${min} to ${max}. ${limits}`
  return z.int(sentence).check(z.minimum(min, sentence), z.maximum(max, sentence))
}

export const retentionSettings = {
  label: 'Retention',
  about: 'For how many days personal data is kept. The privacy policy lists the same numbers.',
  schema: z.object({
    tickets_days: days('tickets_days'),
    search_log_days: days('search_log_days'),
    interest_days: days('interest_days'),
    guest_carts_days: days('guest_carts_days'),
    boards_days: days('boards_days'),
    payment_attempts_days: days('payment_attempts_days'),
    security_log_days: days('security_log_days'),
    uploads_days: days('uploads_days'),
    unfinished_uploads_days: days('unfinished_uploads_days'),
    tax_forms_days: days('tax_forms_days'),
    exports_days: days('exports_days'),
  }),
  defaults: {
    tickets_days: retentionFields.tickets_days.days,
    search_log_days: retentionFields.search_log_days.days,
    interest_days: retentionFields.interest_days.days,
    guest_carts_days: retentionFields.guest_carts_days.days,
    boards_days: retentionFields.boards_days.days,
    payment_attempts_days: retentionFields.payment_attempts_days.days,
    security_log_days: retentionFields.security_log_days.days,
    uploads_days: retentionFields.uploads_days.days,
    unfinished_uploads_days: retentionFields.unfinished_uploads_days.days,
    tax_forms_days: retentionFields.tax_forms_days.days,
    exports_days: retentionFields.exports_days.days,
  },
}

/** Returns the time before which data is deleted that is kept for some days. */
export const retentionCutoff = (now: Date, retention_days: number): Date =>
  new Date(now.getTime() - retention_days * DAY_MS)

const YEARS = [
  '',
  'one year',
  ...['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map(n => `${n} years`),
]

/** Returns "30 days", "one year" or "two years". */
export const formatDays = (count: number): string => {
  const years = YEARS[count / 365]
  return years || (count === 1 ? 'one day' : `${count} days`)
}
