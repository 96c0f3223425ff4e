/** A license that the selector does not have: all media at once, exclusivity, another territory. A person answers. */
import * as z from 'zod/mini'

import { Email } from '#accounts/contract.ts'
import { CaptchaProof } from '#platform/captcha/contract.ts'
import { endpoint } from '#platform/endpoint.ts'
import { idIn } from '#platform/lists.ts'
import { line, lines, TicketReceipt } from '#tickets/contract.ts'

import { EndClientSize } from './choice-shape.ts'
import { distributions, quoted_distribution } from './terms.ts'

const isKnown = (id: number) => id === quoted_distribution || distributions.some(one => one.id === id)

export const CustomLicenseBody = z.object({
  name: line('Name', 120),
  email: Email,
  /** The clips that it is about. */
  clip_ids: z._default(z.array(idIn()).check(z.maxLength(500, 'At most 500 clips at once')), []),
  /** Number 4 is the buyout of all media. */
  distribution_ids: z._default(
    z
      .array(z.int().check(z.refine(isKnown, 'Choose a distribution from the list')))
      .check(z.maxLength(9, 'Choose a distribution from the list')),
    [],
  ),
  end_client_size: z.optional(EndClientSize),
  message: lines('What you need', 5_000),
  /** Of everybody without a confirmed email. */
  captcha: CaptchaProof,
})
export type CustomLicenseBody = z.infer<typeof CustomLicenseBody>

export const requestCustomLicense = endpoint('POST', '/customlicense', {
  summary: 'Ask for a license that the selector does not have: a ticket, answered with a quote',
  who: 'anyone',
  masquerade: 'allowed',
  per_minute: 6,
  body: CustomLicenseBody,
  reply: TicketReceipt,
})
