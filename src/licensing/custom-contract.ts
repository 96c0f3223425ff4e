/** The request for a custom license, such as all media, exclusivity or another territory. Staff answer it. */
import * as z from 'zod/mini'

import { Email } from '#accounts/contract.ts'
import { CaptchaProof } from '#platform/captcha/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField } from '#platform/http/lists.ts'
import { lineText, multilineText, TicketReceipt } from '#tickets/contract.ts'

import { EndClientSize } from './choice-schema.ts'
import { distributions, BUYOUT_DISTRIBUTION_ID } from './terms.ts'

const isDistributionOrBuyout = (id: number) =>
  id === BUYOUT_DISTRIBUTION_ID || distributions.some(distribution => distribution.id === id)

export const CustomLicenseBody = z.object({
  name: lineText('Name', 120),
  email: Email,
  /** The clips that the request is about. */
  clip_ids: z._default(z.array(idField()).check(z.maxLength(500, 'At most 500 clips at once')), []),
  /** Includes 4, the All-Media Buyout. */
  distribution_ids: z._default(
    z
      .array(z.int().check(z.refine(isDistributionOrBuyout, 'Choose a distribution from the list')))
      .check(z.maxLength(9, 'Choose a distribution from the list')),
    [],
  ),
  end_client_size: z.optional(EndClientSize),
  message: multilineText('What you need', 5_000),
  /** Required without a confirmed email. */
  captcha: CaptchaProof,
})
export type CustomLicenseBody = z.infer<typeof CustomLicenseBody>

export const requestCustomLicense = endpoint('POST', '/customlicense', {
  tag: 'forms',
  summary: 'Request a custom license. Creates a ticket that staff answer with a quote',
  who: 'anyone',
  masquerade: 'allowed',
  per_minute: 6,
  body: CustomLicenseBody,
  reply: TicketReceipt,
})
