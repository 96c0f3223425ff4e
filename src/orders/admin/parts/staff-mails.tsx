/** Mails to staff: a disputed payment, and a withdrawal that needs a refund. */
import type { DisputeRecord } from '#payments/disputes.server.ts'
import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
} from '#platform/mail/mail-layout.tsx'
import { formatCents } from '#platform/money.ts'

type DisputedMailProps = {
  dispute: DisputeRecord
  /** The order's number. */
  number: string
  /** The URLs of the order in the admin panel and of the dispute at the gateway. */
  order: string
  at_gateway: string | null
}

/** The email to staff when the buyer's bank disputes an order. */
export const disputedMail = ({ dispute, number, order, at_gateway }: DisputedMailProps): MailContent => {
  const { is_retrieval, reason, amount_cents, reply_by } = dispute
  const title = is_retrieval ? `The bank asks for documents about order ${number}` : `Order ${number} is disputed`
  return company =>
    renderMail(
      company,
      title,
      <MailLayout preview={`${formatCents(amount_cents)}, ${reason.replaceAll('_', ' ')}`} title={title}>
        <MailText>
          {is_retrieval
            ? `The buyer’s bank asks for documents about ${formatCents(amount_cents)}.`
            : `The buyer’s bank asks for ${formatCents(amount_cents)} back. The licenses of the order are on hold until it decides.`}
        </MailText>
        <MailText>Reason: {reason.replaceAll('_', ' ') || 'not given'}</MailText>
        <MailText>{reply_by ? `Reply by ${reply_by}, or the dispute is lost.` : 'The bank sets no deadline.'}</MailText>
        <MailButton to={order}>Open the order</MailButton>
        {at_gateway && (
          <MailText>
            Submit evidence at the payment provider: <a href={at_gateway}>the dispute</a>
          </MailText>
        )}
        <MailNote>Turn these emails on or off above the list of orders.</MailNote>
      </MailLayout>,
    )
}

type RefundDueMailProps = {
  /** The order's number. */
  number: string
  why: string
  /** The URL of the order in the admin panel. */
  order: string
}

/** The email to staff when a consumer withdrew and the money does not go back by itself. */
export const refundDueMail = ({ number, why, order }: RefundDueMailProps): MailContent => {
  const title = `The withdrawal from order ${number} needs a refund`
  return company =>
    renderMail(
      company,
      title,
      <MailLayout preview={why} title={title}>
        <MailText>{why}</MailText>
        <MailText>
          The law gives 14 days from the withdrawal. The order is listed until its refund is recorded.
        </MailText>
        <MailButton to={order}>Open the order</MailButton>
      </MailLayout>,
    )
}
