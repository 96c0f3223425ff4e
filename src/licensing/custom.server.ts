import type { NewTicket } from '#tickets/tickets.server.ts'

import type { CustomLicenseBody } from './custom-contract.ts'
import { distributionName, peopleOf, BUYOUT_DISTRIBUTION_ID } from './terms.ts'

/** Further clips are only counted, to keep the mail readable. */
const MAX_LISTED_CLIPS = 30

const listClipNumbers = (ids: readonly number[]): string => {
  const listed = ids.slice(0, MAX_LISTED_CLIPS).map(id => `#${id}`)
  const othersCount = ids.length - listed.length
  return [...listed, ...(othersCount > 0 ? [`and ${othersCount} more`] : [])].join(', ')
}

/** Returns the ticket that staff read. */
export const toCustomLicenseTicket = ({
  name,
  email,
  message,
  clip_ids,
  distribution_ids,
  end_client_size,
}: CustomLicenseBody): NewTicket => ({
  kind: 'custom_license',
  topic: distribution_ids.includes(BUYOUT_DISTRIBUTION_ID) ? 'buyout' : 'custom_license',
  name,
  email,
  message,
  details: {
    ...(clip_ids.length > 0 && { Clips: listClipNumbers(clip_ids) }),
    ...(distribution_ids.length > 0 && { Distribution: distribution_ids.map(distributionName).join(', ') }),
    ...(end_client_size && { 'End client': peopleOf(end_client_size) }),
  },
})
