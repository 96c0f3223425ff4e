/** Every mail of the shop: its trigger, its recipients, and whether it can wait. `mails.test.ts` checks it against the code. */
import type { EventName } from '#platform/outbox.server.ts'

import type { DigestKind } from './digest/kinds.ts'

export type MailDescription = {
  /** The event that triggers it, or in words what else does. */
  after: EventName | { trigger: string }
  to: string
  /** urgent: always, at once. news: as the reader chose, possibly in a digest. either: news first, urgent when the date is near. */
  sort: 'urgent' | 'news' | 'either'
}

/** By the name of the function that renders it. */
export const mails: Readonly<Record<string, MailDescription>> = {
  verificationMail: { after: 'user.registered', to: 'who registered', sort: 'urgent' },
  welcomeMail: { after: 'user.email_verified', to: 'who registered', sort: 'urgent' },
  googleConnectedMail: { after: 'user.google_connected', to: 'the account', sort: 'urgent' },
  passwordChangedMail: { after: 'user.password_changed', to: 'the account', sort: 'urgent' },
  passwordResetMail: { after: { trigger: 'by the form for a forgotten password' }, to: 'the account', sort: 'urgent' },
  mailboxCodeMail: {
    after: { trigger: 'by setting up the first second step where one is required' },
    to: 'the account',
    sort: 'urgent',
  },
  knownEmailMail: {
    after: { trigger: 'by registering with an email that has an account' },
    to: 'the account',
    sort: 'urgent',
  },
  emailConfirmationMail: { after: 'user.email_change_requested', to: 'the new email', sort: 'urgent' },
  emailTakenMail: { after: 'user.email_change_requested', to: 'the new email, when it has an account', sort: 'urgent' },
  emailNoticeMail: { after: 'user.email_change_requested', to: 'the old email', sort: 'urgent' },
  emailChangedMail: { after: 'user.email_changed', to: 'the old and the new email', sort: 'urgent' },
  suspendedMail: { after: 'user.suspended', to: 'the account', sort: 'urgent' },
  letInAgainMail: { after: 'user.let_in_again', to: 'the account', sort: 'urgent' },
  rolesChangedMail: { after: 'user.roles_changed', to: 'whose roles they are', sort: 'urgent' },
  twoStepMail: { after: 'user.two_step_changed', to: 'the account', sort: 'urgent' },
  exportReadyMail: { after: 'user.export_ready', to: 'the account', sort: 'urgent' },
  deletionAskedMail: { after: 'user.deletion_asked', to: 'the account', sort: 'urgent' },
  deletionTakenBackMail: { after: 'user.deletion_taken_back', to: 'the account', sort: 'urgent' },
  deletionHeldMail: { after: 'user.deletion_held', to: 'the account', sort: 'urgent' },
  goodbyeMail: { after: { trigger: 'by the deletion of an account' }, to: 'who left', sort: 'urgent' },
  inviteMail: { after: 'invite.sent', to: 'who is invited', sort: 'urgent' },
  handOverMail: { after: 'workspace.handed_over', to: 'the owner before and now', sort: 'urgent' },
  requestMail: { after: 'purchase.requested', to: 'those who buy', sort: 'urgent' },
  decisionMail: { after: 'purchase.decided', to: 'who asked', sort: 'urgent' },
  quoteMail: { after: 'quote.sent', to: 'those who buy', sort: 'urgent' },
  declinedMail: { after: 'quote.declined', to: 'the sales team', sort: 'urgent' },
  withdrawnMail: { after: 'clips.withdrawn', to: 'those who buy, and the sales team', sort: 'urgent' },
  orderPlacedMail: { after: 'order.placed', to: 'the buyer', sort: 'urgent' },
  orderFailedMail: { after: 'order.failed', to: 'the buyer', sort: 'urgent' },
  debitReturnedMail: { after: 'order.debit_returned', to: 'who paid', sort: 'urgent' },
  creditNoteMail: { after: 'order.credited', to: 'the buyer', sort: 'urgent' },
  disputedMail: { after: 'order.disputed', to: 'staff who chose it, else the shop', sort: 'urgent' },
  disputeEndedMail: { after: 'order.dispute_ended', to: 'the buyer', sort: 'urgent' },
  invoiceReminderMail: { after: { trigger: 'around the day of an invoice' }, to: 'who owes', sort: 'urgent' },
  licensesEndMail: {
    after: { trigger: '30 and 7 days before a license ends' },
    to: 'those who buy, and the buyer',
    sort: 'either',
  },
  burstMail: { after: 'payment.burst_declined', to: 'platform admins', sort: 'urgent' },
  approvalRequestMail: { after: 'approval.requested', to: 'platform admins who can approve it', sort: 'urgent' },
  approvalExpiredMail: { after: 'approval.expired', to: 'the staff member who requested it', sort: 'urgent' },
  approvedRefundMail: { after: 'refund.answered', to: 'the staff member who requested it', sort: 'urgent' },
  approvalMail: { after: 'approval.decided', to: 'the staff member who requested it', sort: 'urgent' },
  payoutChangedMail: { after: 'payout.settings_changed', to: 'both addresses and the account', sort: 'urgent' },
  payoutSentMail: { after: 'payout.sent', to: 'those who look after the filmmaker', sort: 'urgent' },
  sentBackMail: { after: 'clips.sent_back', to: 'those who look after the filmmaker', sort: 'news' },
  checkFailedMail: { after: 'uploads.failed', to: 'who sent the files', sort: 'news' },
  staffTicketMail: { after: 'ticket.opened', to: 'staff', sort: 'urgent' },
  receiptMail: { after: 'ticket.opened', to: 'who wrote', sort: 'urgent' },
  replyMail: { after: 'ticket.replied', to: 'who wrote', sort: 'urgent' },
  alarmMail: { after: 'security.alarm_raised', to: 'platform admins', sort: 'urgent' },
  digestMail: { after: { trigger: 'at 8 in the morning, while something waits' }, to: 'who wants news', sort: 'news' },
}

/** What digests contain, and for whom. An item is written in the transaction of the change that it reports. */
export const digestMails: Readonly<Record<DigestKind | 'week', { what: string; to: string }>> = {
  'board.added': { what: 'clips were put on a board', to: 'who made or marked it' },
  'board.shared': { what: 'a board got a link', to: 'who made or marked it' },
  'quote.waits': { what: 'a quote waits (its mail came at once)', to: 'those who buy' },
  'license.ends': { what: 'licenses end in 30 days', to: 'those who buy, and the buyer' },
  'clips.published': { what: 'clips came into the shop', to: 'those who look after the filmmaker' },
  'clips.sent_back': { what: 'clips were declined', to: 'those who look after the filmmaker' },
  'clips.withdrawn': { what: 'clips were taken out of the shop', to: 'those who look after the filmmaker' },
  'uploads.failed': { what: 'files could not be checked, by our fault', to: 'who sent them' },
  week: { what: 'how clips were seen, kept and licensed, on Mondays', to: 'those who look after the filmmaker' },
}

/** Events that only other features need, and why nobody gets a mail. */
export const eventsWithoutMail: Readonly<Partial<Record<EventName, string>>> = {
  'order.moved': 'the mails of payments, invoices and credit notes tell the buyer what matters',
  'clip.changed': 'for the search',
  'comp.taken': 'for the search: a comp shows that a clip is in demand',
}
