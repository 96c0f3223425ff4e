import type { NewTicket } from '#tickets/tickets.server.ts'

import type { CustomLicenseBody } from './custom-contract.ts'
import { distributionName, peopleOf, quoted_distribution } from './terms.ts'

/** More are counted: mails are read by people. */
const most_named = 30

const clipsIn = (ids: readonly number[]): string => {
  const named = ids.slice(0, most_named).map(id => `#${id}`)
  const more = ids.length - named.length
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

/** What our people read of it. */
export const customLicenseTicket = ({
  name,
  email,
  message,
  clip_ids,
  distribution_ids,
  end_client_size,
}: CustomLicenseBody): NewTicket => ({
  kind: 'custom_license',
  topic: distribution_ids.includes(quoted_distribution) ? 'buyout' : 'custom_license',
  name,
  email,
  message,
  details: {
    ...(clip_ids.length > 0 && { Clips: clipsIn(clip_ids) }),
    ...(distribution_ids.length > 0 && { Distribution: distribution_ids.map(distributionName).join(', ') }),
    ...(end_client_size && { 'End client': peopleOf(end_client_size) }),
  },
})
