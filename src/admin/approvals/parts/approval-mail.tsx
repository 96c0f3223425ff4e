import { drawMail, MailButton, MailFrame, MailNote, MailText } from '#platform/mail-frame.tsx'

type Decided = { summary: string; state: string; decided_by: string; decision_reason: string | null; address: string }

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
