/** How people ask us something. The shapes check the forms too. */
import * as z from 'zod/mini'

import { Email } from '#accounts/contract.ts'
import { CaptchaProof } from '#platform/captcha/contract.ts'
import { endpoint } from '#platform/endpoint.ts'
import { withoutInvisible } from '#platform/text.ts'

import { contactTopicNames, deadlineNames } from './topics.ts'

/** Line feeds may stay where somebody writes more than a line; nothing else that cannot be seen. */
const onLines = (text: string) => withoutInvisible(text.replaceAll(/[^\P{Cc}\n]/gu, ' '))
const onOneLine = (text: string) => withoutInvisible(text.replaceAll(/\s*\p{Cc}+\s*/gu, ' '))

/** Text of one line. */
export const line = (label: string, max: number) =>
  z
    .string(`${label} is required.`)
    .check(
      z.overwrite(onOneLine),
      z.trim(),
      z.minLength(1, `${label} is required.`),
      z.maxLength(max, `${label} is too long.`),
    )

/** Text of several lines, as a form of a ticket has it. */
export const lines = (label: string, max: number) =>
  z
    .string(`${label} is required.`)
    .check(
      z.overwrite(onLines),
      z.trim(),
      z.minLength(1, `${label} is required.`),
      z.maxLength(max, `${label} is too long. At most ${max.toLocaleString('en-US')} characters, please.`),
    )

/** Of any country, as people write them: digits, with what stands between them; not '' only when it is given. */
const isPhone = (text: string) => text === '' || (/^\+?[\d\s()./-]+$/.test(text) && /^(?:\D*\d){7,15}\D*$/.test(text))

const phone_text = 'Invalid phone number.'
/** May be left out: then it is ''. */
const Phone = z._default(
  z
    .string(phone_text)
    .check(z.overwrite(onOneLine), z.trim(), z.maxLength(40, phone_text), z.refine(isPhone, phone_text)),
  '',
)

const chosen_text = 'This field is required'

/** A field that no person sees: what fills it is a program, and hears the same answer as everybody. */
const Trap = z._default(z.string().check(z.maxLength(2_000)), '')

export const ContactBody = z.object({
  name: line('Name', 120),
  email: Email,
  phone: Phone,
  topic: z.enum(contactTopicNames, chosen_text),
  message: lines('Message', 5_000),
  website: Trap,
  /** Of everybody without a confirmed email. */
  captcha: CaptchaProof,
})
export type ContactBody = z.infer<typeof ContactBody>

export const ResearchBody = z.object({
  name: line('Name', 120),
  email: Email,
  phone: Phone,
  project: line('Project', 200),
  message: lines('What you are looking for', 5_000),
  deadline: z.enum(deadlineNames, chosen_text),
  website: Trap,
  /** Of everybody without a confirmed email. */
  captcha: CaptchaProof,
})
export type ResearchBody = z.infer<typeof ResearchBody>

export const TicketReceipt = z.object({
  /** "3F9A21C7" */
  reference: z.string(),
  /** ISO moment by which we answer. */
  due_at: z.string(),
})
export type TicketReceipt = z.infer<typeof TicketReceipt>

export const sendContact = endpoint('POST', '/forms/contact', {
  summary: 'Write to us: a ticket, a mail to our people and a receipt to the sender',
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
