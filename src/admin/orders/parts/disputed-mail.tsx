/** To staff: the buyer's bank asks for the money of an order back. */
import type { DisputeRecord } from '#payments/disputes.server.ts'
import { drawMail, MailButton, MailFrame, MailNote, MailText } from '#platform/mail-frame.tsx'
import { formatCents } from '#platform/money.ts'

type About = {
  dispute: DisputeRecord
  /** Of the order. */
  number: string
  /** Addresses of the order in the admin, and of the case at the gateway. */
  order: string
  at_gateway: string | null
}

export const disputedMail = ({ dispute, number, order, at_gateway }: About) => {
  const { is_retrieval, reason, amount_cents, reply_by } = dispute
  const title = is_retrieval ? `The bank asks for documents about order ${number}` : `Order ${number} is disputed`
  return drawMail(
    title,
    <MailFrame preview={`${formatCents(amount_cents)}, ${reason.replaceAll('_', ' ')}`} title={title}>
      <MailText>
        {is_retrieval
          ? `The buyer’s bank asks for documents about ${formatCents(amount_cents)}.`
          : `The buyer’s bank asks for ${formatCents(amount_cents)} back. The licenses of the order are on hold until it decides.`}
      </MailText>
      <MailText>Reason: {reason.replaceAll('_', ' ') || 'not given'}</MailText>
      <MailText>
        {reply_by ? `Reply by ${reply_by}, or the case is lost.` : 'The bank sets no day for a reply.'}
      </MailText>
      <MailButton to={order}>Open the order</MailButton>
      {at_gateway && (
        <MailText>
          Evidence is handed in at the payment provider: <a href={at_gateway}>the case</a>
        </MailText>
      )}
      <MailNote>Staff choose these emails above the list of orders.</MailNote>
    </MailFrame>,
  )
}
