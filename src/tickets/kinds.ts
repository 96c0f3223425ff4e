/** Which form a ticket came by, as our people call it. A new form is a line here. */
export const ticketKinds = {
  contact: 'Message',
  footage_research: 'Footage research',
  workspace_support: 'Workspace support',
  enterprise: 'Enterprise features',
  billing_change: 'Billing change',
  custom_license: 'Custom license',
  preferred_rate: 'Preferred rate',
  /** From the shop itself: somebody waits for a file. */
  delivery: 'Delivery',
} as const

export type TicketKind = keyof typeof ticketKinds
export const ticketKindNames = Object.keys(ticketKinds) as TicketKind[]

export const ticketStates = ['open', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]
