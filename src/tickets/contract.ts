/** Endpoints of the contact forms. The forms use their schemas for validation. */
import * as z from 'zod/mini'

import { Email } from '#accounts/contract.ts'
import { CaptchaProof } from '#platform/captcha/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { removeInvisible } from '#platform/text.ts'

import { contactTopicNames, deadlineNames } from './topics.ts'

/** Removes invisible characters. Line feeds stay in texts of several lines. */
const cleanLines = (text: string) => removeInvisible(text.replaceAll(/[^\P{Cc}\n]/gu, ' '))
const cleanLine = (text: string) => removeInvisible(text.replaceAll(/\s*\p{Cc}+\s*/gu, ' '))

/** A text of one line. */
export const lineText = (label: string, max: number) =>
  z
    .string(`${label} is required.`)
    .check(
      z.overwrite(cleanLine),
      z.trim(),
      z.minLength(1, `${label} is required.`),
      z.maxLength(max, `${label} is too long.`),
    )

/** A text of several lines. */
export const multilineText = (label: string, max: number) =>
  z
    .string(`${label} is required.`)
    .check(
      z.overwrite(cleanLines),
      z.trim(),
      z.minLength(1, `${label} is required.`),
      z.maxLength(max, `${label} is too long. At most ${max.toLocaleString('en-US')} characters, please.`),
    )

/** A phone number of any country as people write it: digits and separators. '' if it was left out. */
const isPhone = (text: string) => text === '' || (/^\+?[\d\s()./-]+$/.test(text) && /^(?:\D*\d){7,15}\D*$/.test(text))

const INVALID_PHONE_TEXT = 'Invalid phone number.'
/** Optional; the default is ''. */
const Phone = z._default(
  z
    .string(INVALID_PHONE_TEXT)
    .check(
      z.overwrite(cleanLine),
      z.trim(),
      z.maxLength(40, INVALID_PHONE_TEXT),
      z.refine(isPhone, INVALID_PHONE_TEXT),
    ),
  '',
)

const REQUIRED_TEXT = 'This field is required'

/** A honeypot field: only bots fill it in. They get the same response as everyone else. */
const Honeypot = z._default(z.string().check(z.maxLength(2_000)), '')

export const ContactBody = z.object({
  name: lineText('Name', 120),
  email: Email,
  phone: Phone,
  topic: z.enum(contactTopicNames, REQUIRED_TEXT),
  message: multilineText('Message', 5_000),
  website: Honeypot,
  /** Required without a confirmed email. */
  captcha: CaptchaProof,
})
export type ContactBody = z.infer<typeof ContactBody>

export const ResearchBody = z.object({
  name: lineText('Name', 120),
  email: Email,
  phone: Phone,
  project: lineText('Project', 200),
  message: multilineText('What you are looking for', 5_000),
  deadline: z.enum(deadlineNames, REQUIRED_TEXT),
  website: Honeypot,
  /** Required without a confirmed email. */
  captcha: CaptchaProof,
})
export type ResearchBody = z.infer<typeof ResearchBody>

export const TicketReceipt = z.object({
  /** "3F9A21C7" */
  reference: z.string(),
  /** ISO 8601 time by which staff answer. */
  due_at: z.string(),
})
export type TicketReceipt = z.infer<typeof TicketReceipt>

export const sendContact = endpoint('POST', '/forms/contact', {
  summary: 'Contact us: create a ticket, and mail staff and a receipt to the sender',
  who: 'anyone',
  masquerade: 'allowed',
  open_to_suspended: true,
  per_minute: 6,
  body: ContactBody,
  reply: TicketReceipt,
})

export const requestResearch = endpoint('POST', '/forms/footage-research', {
  summary: 'Ask our researchers for footage: delivered to the account within 1 business day',
  who: 'anyone',
  masquerade: 'allowed',
  per_minute: 6,
  body: ResearchBody,
  reply: TicketReceipt,
})
