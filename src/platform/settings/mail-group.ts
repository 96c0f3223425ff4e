/** The settings group of mail: who mails come from, and where replies go. */
import * as z from 'zod/mini'

import { nameText } from '../text.ts'
import { optionalEmail } from './fields.ts'

export const mailSettings = {
  label: 'Mail',
  about: 'The name that mails come from, and where replies go.',
  schema: z.object({
    /** '' for the company's name. */
    sender_name: z._default(z.union([z.literal(''), nameText('The sender’s name', 60)]), ''),
    /** '' for the sender's own address. */
    reply_to: optionalEmail('The reply address'),
  }),
  defaults: { sender_name: '', reply_to: '' },
}
