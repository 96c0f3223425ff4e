/** Reads the inbox's filters from the URL. Invalid values are ignored. */
import { ticketKindNames } from '../../kinds.ts'
import { inboxAssignees, inboxStates } from '../contract.ts'

export const readInboxQuery = (searchParams: URLSearchParams) => {
  const page = searchParams.get('page') ?? ''
  return {
    state: inboxStates.find(kind => kind === searchParams.get('state')),
    kind: ticketKindNames.find(assignee => assignee === searchParams.get('kind')),
    assigned: inboxAssignees.find(assignee => assignee === searchParams.get('assigned')),
    search: searchParams.get('search')?.replaceAll('\0', '').slice(0, 200) || undefined,
    page: /^[1-9]\d{0,5}$/.test(page) ? page : undefined,
  }
}
