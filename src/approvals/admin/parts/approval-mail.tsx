import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
} from '#platform/mail/mail-layout.tsx'

type ApprovalRequestMailProps = { summary: string; email: string; reason: string; address: string }

/** To everyone who can decide about the request. */
export const approvalRequestMail =
  ({ summary, email, reason, address }: ApprovalRequestMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `Approval requested: ${summary}`,
      <MailLayout title="A request is waiting for your approval." preview={`${summary}, requested by ${email}`}>
        <MailText>{`${summary}, requested by ${email}. It expires in a week unless a platform admin decides.`}</MailText>
        <MailNote>{reason}</MailNote>
        <MailButton to={address}>Open Approvals</MailButton>
      </MailLayout>,
    )

/** To the requester. */
export const approvalExpiredMail =
  ({ summary, address }: { summary: string; address: string }): MailContent =>
  company =>
    renderMail(
      company,
      `Expired: ${summary}`,
      <MailLayout title="Your request has expired." preview={summary}>
        <MailText>{`${summary}: nobody decided about it within a week, so nothing has been done. You can request it again.`}</MailText>
        <MailButton to={address}>View request</MailButton>
      </MailLayout>,
    )

type ApprovalMailProps = {
  summary: string
  state: string
  decided_by: string | null
  decision_reason: string | null
  address: string
}

/** To the requester. */
export const approvalMail =
  ({ summary, state, decided_by, decision_reason, address }: ApprovalMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `${state === 'approved' ? 'Approved' : 'Rejected'}: ${summary}`,
      <MailLayout title={`Your request is ${state}.`} preview={summary}>
        <MailText>{`${summary}: ${state} by ${decided_by}.`}</MailText>
        {decision_reason && <MailNote>{decision_reason}</MailNote>}
        <MailButton to={address}>View request</MailButton>
      </MailLayout>,
    )

type ApprovedRefundMailProps = Omit<ApprovalMailProps, 'state'> & {
  refund_state: 'done' | 'refused' | 'waiting'
  message: string
}

const refundTexts = {
  done: { subject: 'Approved and refunded', title: 'Your refund has been approved and made.' },
  waiting: { subject: 'Approved, not refunded yet', title: 'Your refund has been approved and will be made later.' },
  refused: {
    subject: 'Approved, but refused by the payment provider',
    title: 'Your refund was approved, but the payment provider refused it.',
  },
}

/** To the requester, with the payment provider's message. */
export const approvedRefundMail =
  ({ summary, decided_by, decision_reason, refund_state, message, address }: ApprovedRefundMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `${refundTexts[refund_state].subject}: ${summary}`,
      <MailLayout title={refundTexts[refund_state].title} preview={summary}>
        <MailText>{`${summary}: approved by ${decided_by}.`}</MailText>
        {decision_reason && <MailNote>{decision_reason}</MailNote>}
        {refund_state === 'waiting' && <MailText>{message}</MailText>}
        {refund_state === 'refused' && (
          <MailText>{`Nothing has been refunded. The payment provider says: ${message}`}</MailText>
        )}
        <MailButton to={address}>View request</MailButton>
      </MailLayout>,
    )
