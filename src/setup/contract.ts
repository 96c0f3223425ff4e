/** API of a new shop: its first administrator, the steps of the setup, and the opening. */
import * as z from 'zod/mini'

import { Email, User } from '#accounts/contract.ts'
import { NewPassword } from '#accounts/passwords.ts'
import { FirstName, LastName } from '#accounts/profile.ts'
import { NewPrices } from '#licensing/new-prices.ts'
import { endpoint } from '#platform/http/endpoint.ts'

import { setupCheckNames } from './checks.ts'
import { setupStepKeys } from './steps.ts'

export const SetupProgress = z.object({
  is_open: z.boolean(),
  /** Whether the admin shows the checklist: until everything is done, except in a demo and in a shop that existed before. */
  is_shown: z.boolean(),
  steps: z.array(z.object({ key: z.enum(setupStepKeys), is_done: z.boolean() })),
})
export type SetupProgress = z.infer<typeof SetupProgress>

export const getSetupState = endpoint('GET', '/setup', {
  summary: 'Get whether the shop still needs its first administrator, and the progress of the setup',
  who: 'anyone',
  before_opening: 'allowed',
  reply: z.object({
    needs_owner: z.boolean(),
    /** Whether the caller’s role needs two-step sign-in that isn’t set up. */
    needs_second_step: z.boolean(),
    /** null for everyone but platform admins. */
    progress: z.nullable(SetupProgress),
  }),
})

const CODE_TEXT = 'Enter the code that the shop printed when it started.'

/** The first administrator's account. */
export const OwnerFields = z.object({
  first_name: FirstName,
  last_name: LastName,
  email: Email,
  password: NewPassword,
})

export const OwnerBody = z.extend(OwnerFields, {
  code: z.string(CODE_TEXT).check(z.trim(), z.regex(/^[A-Za-z0-9 -]{6,40}$/, CODE_TEXT)),
})

export const makeOwner = endpoint('POST', '/setup/owner', {
  summary: 'Create the first administrator with the code that the shop printed, and log in',
  who: 'anyone',
  before_opening: 'allowed',
  logs_refusal: 'sign_in_failed',
  per_minute: 20,
  body: OwnerBody,
  reply: User,
  refusals: [403, 409],
})

export const getSetupProgress = endpoint('GET', '/admin/setup', {
  summary: 'Get the steps of the setup, and whether the shop is open',
  who: 'platform_admins',
  reply: SetupProgress,
})

export const openShop = endpoint('POST', '/admin/setup/open', {
  summary: 'Open the shop for visitors',
  who: 'platform_admins',
  reply: SetupProgress,
  refusals: [409],
})

export const OpeningPricesBody = z.object({ prices: NewPrices })

export const saveOpeningPrices = endpoint('PUT', '/admin/setup/prices', {
  summary: 'Set the prices of a shop that isn’t open yet, effective at once',
  who: 'platform_admins',
  body: OpeningPricesBody,
  reply: SetupProgress,
  refusals: [409],
})

export const SetupCheck = z.object({
  name: z.enum(setupCheckNames),
  /** null until it was run. */
  passed: z.nullable(z.boolean()),
  message: z.string(),
  checked_at: z.nullable(z.string()),
})
export type SetupCheck = z.infer<typeof SetupCheck>

export const listSetupChecks = endpoint('GET', '/admin/setup/checks', {
  summary: 'List the checks of the shop’s services with their last results',
  who: 'platform_admins',
  reply: z.array(SetupCheck),
})

export const runSetupCheck = endpoint('POST', '/admin/setup/checks/:name', {
  summary: 'Try a service for real: authorize and void a payment, send a mail, write a file, run ffmpeg',
  who: 'platform_admins',
  per_minute: 20,
  params: z.object({ name: z.enum(setupCheckNames, 'There is no such check.') }),
  reply: z.array(SetupCheck),
})

export const confirmMailCheck = endpoint('POST', '/setup/mail/:token', {
  summary: 'Confirm by its link that the mail of the mail check arrived',
  who: 'anyone',
  before_opening: 'allowed',
  per_minute: 20,
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  reply: z.null(),
  refusals: [404],
})

export const getSetupFootage = endpoint('GET', '/admin/setup/footage', {
  summary: 'Get how many clips are published and in review',
  who: 'platform_admins',
  reply: z.object({ published: z.int(), in_review: z.int() }),
})
