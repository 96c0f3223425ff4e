/** The kinds of tickets, one for each form, with their names for staff. Add new forms here. */
export const ticketKinds = {
  contact: 'Message',
  footage_research: 'Footage research',
  workspace_support: 'Workspace support',
  enterprise: 'Enterprise features',
  billing_change: 'Billing change',
  custom_license: 'Custom license',
  preferred_rate: 'Preferred rate',
  /** Created by the shop itself: a buyer is waiting for a file. */
  delivery: 'Delivery',
} as const

export type TicketKind = keyof typeof ticketKinds
export const ticketKindNames = Object.keys(ticketKinds) as TicketKind[]

export const ticketStates = ['open', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]
