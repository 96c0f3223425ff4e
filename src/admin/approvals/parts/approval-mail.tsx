import { drawMail, MailButton, MailFrame, MailNote, MailText } from '#platform/mail-frame.tsx'

type Requested = { summary: string; email: string; reason: string; address: string }

/** To everybody who can decide about it. */
export const approvalRequestMail = ({ summary, email, reason, address }: Requested) =>
  drawMail(
    `Approval requested: ${summary}`,
    <MailFrame title="A request waits for your approval." preview={`${summary}, requested by ${email}`}>
      <MailText>{`${summary}, requested by ${email}. It expires in a week unless a platform admin decides.`}</MailText>
      <MailNote>{reason}</MailNote>
      <MailButton to={address}>Open Approvals</MailButton>
    </MailFrame>,
  )

/** To the staff member who requested it. */
export const approvalExpiredMail = ({ summary, address }: { summary: string; address: string }) =>
  drawMail(
    `Expired: ${summary}`,
    <MailFrame title="Your request has expired." preview={summary}>
      <MailText>{`${summary}: nobody decided about it within a week, so nothing has been done. You can request it again.`}</MailText>
      <MailButton to={address}>Look at it</MailButton>
    </MailFrame>,
  )

type Decided = {
  summary: string
  state: string
  decided_by: string | null
  decision_reason: string | null
  address: string
}

/** To the staff member who requested it. */
export const approvalMail = ({ summary, state, decided_by, decision_reason, address }: Decided) =>
  drawMail(
    `${state === 'approved' ? 'Approved' : 'Rejected'}: ${summary}`,
    <MailFrame title={`Your request is ${state}.`} preview={summary}>
      <MailText>{`${summary}: ${state} by ${decided_by}.`}</MailText>
      {decision_reason && <MailNote>{decision_reason}</MailNote>}
      <MailButton to={address}>Look at it</MailButton>
    </MailFrame>,
  )

type RefundAnswer = Omit<Decided, 'state'> & { refund_state: 'done' | 'refused' | 'waiting'; message: string }

const answers = {
  done: { subject: 'Approved and refunded', title: 'Your refund is approved and made.' },
  waiting: { subject: 'Approved, not refunded yet', title: 'Your refund is approved and goes out later.' },
  refused: {
    subject: 'Approved, but refused by the payment provider',
    title: 'Your refund is approved, but the payment provider refused it.',
  },
}

/** To the staff member who requested it, with the payment provider's words. */
export const approvedRefundMail = ({
  summary,
  decided_by,
  decision_reason,
  refund_state,
  message,
  address,
}: RefundAnswer) =>
  drawMail(
    `${answers[refund_state].subject}: ${summary}`,
    <MailFrame title={answers[refund_state].title} preview={summary}>
      <MailText>{`${summary}: approved by ${decided_by}.`}</MailText>
      {decision_reason && <MailNote>{decision_reason}</MailNote>}
      {refund_state === 'waiting' && <MailText>{message}</MailText>}
      {refund_state === 'refused' && (
        <MailText>{`Nothing has been refunded. The payment provider says: ${message}`}</MailText>
      )}
      <MailButton to={address}>Look at it</MailButton>
    </MailFrame>,
  )
