/** What the inbox's address asks for; what it cannot mean is left out. */
import { ticketKindNames } from '#tickets/kinds.ts'

import { inboxHands, inboxStates } from '../contract.ts'

export const inboxQuery = (asked: URLSearchParams) => {
  const page = asked.get('page') ?? ''
  return {
    state: inboxStates.find(one => one === asked.get('state')),
    kind: ticketKindNames.find(one => one === asked.get('kind')),
    assigned: inboxHands.find(one => one === asked.get('assigned')),
    search: asked.get('search')?.replaceAll('\0', '').slice(0, 200) || undefined,
    page: /^[1-9]\d{0,5}$/.test(page) ? page : undefined,
  }
}
