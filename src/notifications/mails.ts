/** Every mail of the shop: its trigger, its recipients, and whether it can wait. `mails.test.ts` checks it against the code. */
import type { EventName } from '#platform/jobs/outbox.server.ts'

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
  verificationMail: { after: 'user.registered', to: 'the new user', sort: 'urgent' },
  welcomeMail: { after: 'user.email_verified', to: 'the new user', sort: 'urgent' },
  googleConnectedMail: { after: 'user.google_connected', to: 'the account', sort: 'urgent' },
  passwordChangedMail: { after: 'user.password_changed', to: 'the account', sort: 'urgent' },
  passwordResetMail: { after: { trigger: 'the forgotten password form' }, to: 'the account', sort: 'urgent' },
  mailboxCodeMail: {
    after: { trigger: 'setting up the first second step where it is required' },
    to: 'the account',
    sort: 'urgent',
  },
  registrationCodeMail: {
    after: { trigger: 'registration with a new email' },
    to: 'the new email',
    sort: 'urgent',
  },
  knownEmailMail: {
    after: { trigger: 'registration with an email that has an account' },
    to: 'the account',
    sort: 'urgent',
  },
  emailConfirmationMail: { after: 'user.email_change_requested', to: 'the new email', sort: 'urgent' },
  emailTakenMail: { after: 'user.email_change_requested', to: 'the new email, if it has an account', sort: 'urgent' },
  emailNoticeMail: { after: 'user.email_change_requested', to: 'the old email', sort: 'urgent' },
  emailChangedMail: { after: 'user.email_changed', to: 'the old and the new email', sort: 'urgent' },
  suspendedMail: { after: 'user.suspended', to: 'the account', sort: 'urgent' },
  reinstatedMail: { after: 'user.reinstated', to: 'the account', sort: 'urgent' },
  rolesChangedMail: { after: 'user.roles_changed', to: 'the account', sort: 'urgent' },
  twoStepMail: { after: 'user.two_step_changed', to: 'the account', sort: 'urgent' },
  exportReadyMail: { after: 'user.export_ready', to: 'the account', sort: 'urgent' },
  deletionRequestedMail: { after: 'user.deletion_requested', to: 'the account', sort: 'urgent' },
  deletionTakenBackMail: { after: 'user.deletion_canceled', to: 'the account', sort: 'urgent' },
  deletionHeldMail: { after: 'user.deletion_blocked', to: 'the account', sort: 'urgent' },
  goodbyeMail: { after: { trigger: 'the deletion of an account' }, to: 'the deleted account', sort: 'urgent' },
  staffInviteMail: { after: 'staff.invited', to: 'the invited email', sort: 'urgent' },
  mailCheckMail: {
    after: { trigger: 'the mail check of the setup' },
    to: 'the platform admin who started it',
    sort: 'urgent',
  },
  inviteMail: { after: 'invite.sent', to: 'the invited email', sort: 'urgent' },
  handOverMail: { after: 'workspace.transferred', to: 'the previous and the new owner', sort: 'urgent' },
  requestMail: { after: 'purchase.requested', to: 'members who can buy', sort: 'urgent' },
  decisionMail: { after: 'purchase.decided', to: 'the requester', sort: 'urgent' },
  quoteMail: { after: 'quote.sent', to: 'members who can buy', sort: 'urgent' },
  declinedMail: { after: 'quote.declined', to: 'the sales team', sort: 'urgent' },
  withdrawnMail: { after: 'clips.withdrawn', to: 'members who can buy, and the sales team', sort: 'urgent' },
  editorialClipsMail: {
    after: 'clips.releases_changed',
    to: 'members who can buy, and the buyer, of a clip that became editorial',
    sort: 'urgent',
  },
  orderPlacedMail: { after: 'order.placed', to: 'the buyer', sort: 'urgent' },
  orderFailedMail: { after: 'order.failed', to: 'the buyer', sort: 'urgent' },
  deliveryConsentMail: { after: 'order.delivery_consented', to: 'the buyer, a consumer', sort: 'urgent' },
  withdrawnOrderMail: { after: 'order.withdrawn', to: 'the buyer, a consumer', sort: 'urgent' },
  debitReturnedMail: { after: 'order.debit_returned', to: 'the payer', sort: 'urgent' },
  billingCorrectedMail: { after: 'order.billing_corrected', to: 'the buyer', sort: 'urgent' },
  creditNoteMail: { after: 'order.credited', to: 'the buyer', sort: 'urgent' },
  disputedMail: { after: 'order.disputed', to: 'staff who subscribed, otherwise the shop', sort: 'urgent' },
  refundDueMail: {
    after: { trigger: 'a withdrawal that staff have to refund' },
    to: 'staff who get dispute mails, otherwise the shop',
    sort: 'urgent',
  },
  disputeEndedMail: { after: 'order.dispute_ended', to: 'the buyer', sort: 'urgent' },
  invoiceReminderMail: {
    after: { trigger: 'around the due day of an invoice' },
    to: 'the billing contact and the buyer',
    sort: 'urgent',
  },
  licensesEndMail: {
    after: { trigger: '30 and 7 days before a license ends' },
    to: 'members who can buy, and the buyer',
    sort: 'either',
  },
  burstMail: { after: 'payment.burst_declined', to: 'platform admins', sort: 'urgent' },
  approvalRequestMail: { after: 'approval.requested', to: 'platform admins who can approve it', sort: 'urgent' },
  approvalExpiredMail: { after: 'approval.expired', to: 'the staff member who requested it', sort: 'urgent' },
  approvedRefundMail: { after: 'refund.answered', to: 'the staff member who requested it', sort: 'urgent' },
  approvalMail: { after: 'approval.decided', to: 'the staff member who requested it', sort: 'urgent' },
  payoutChangedMail: {
    after: 'payout.settings_changed',
    to: 'the old and the new destination, and the account',
    sort: 'urgent',
  },
  filmmakerInviteMail: { after: 'filmmaker.invited', to: 'the invited email', sort: 'urgent' },
  payoutSentMail: { after: 'payout.sent', to: 'accounts linked to the filmmaker', sort: 'urgent' },
  sentBackMail: { after: 'clips.declined', to: 'accounts linked to the filmmaker', sort: 'urgent' },
  footageRequestMail: { after: 'footage.requested', to: 'accounts linked to the filmmakers', sort: 'news' },
  checkFailedMail: { after: 'uploads.failed', to: 'the uploader', sort: 'urgent' },
  staffTicketMail: { after: 'ticket.opened', to: 'staff', sort: 'urgent' },
  receiptMail: { after: 'ticket.opened', to: 'the sender', sort: 'urgent' },
  replyMail: { after: 'ticket.replied', to: 'the sender', sort: 'urgent' },
  alarmMail: { after: 'security.alarm_raised', to: 'platform admins', sort: 'urgent' },
  digestMail: { after: { trigger: '8 in the morning, when there are items' }, to: 'subscribers', sort: 'news' },
}

/** What digests contain, and for whom. An item is written in the transaction of the change that it reports. */
export const digestMails: Readonly<Record<DigestKind | 'week', { what: string; to: string }>> = {
  'board.added': { what: 'clips were added to a board', to: 'its creator, and users whose favorite it is' },
  'board.shared': { what: 'a board was shared by a link', to: 'its creator, and users whose favorite it is' },
  'quote.pending': { what: 'a quote is open (after its own mail)', to: 'members who can buy' },
  'license.ending': { what: 'licenses end in 30 days', to: 'members who can buy, and the buyer' },
  'clips.published': { what: 'clips were published', to: 'accounts linked to the filmmaker' },
  'clips.withdrawn': { what: 'clips were withdrawn', to: 'accounts linked to the filmmaker' },
  'footage.requested': { what: 'buyers look for something', to: 'accounts linked to the filmmakers' },
  week: { what: 'views, boards and licenses of the week, on Mondays', to: 'accounts linked to the filmmaker' },
}

/** Events that only other features need, and why nobody gets a mail. */
export const eventsWithoutMail: Readonly<Partial<Record<EventName, string>>> = {
  'order.transitioned': 'the mails about payments, invoices and credit notes cover it',
  'clip.changed': 'used by the search only',
  'comp.downloaded': 'used by the search only, for popularity',
}
