/** The mails of a purchase request: a new request, and the decision. */
import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
} from '#platform/mail/mail-layout.tsx'

import type { RequestState } from '../contract.ts'

/** The maximum number of clips that a mail lists by name. */
const MAX_LISTED_CLIPS = 6

type RequestMailInput = {
  workspace: string
  requester: string
  note: string
  clips: string[]
  total: string
  address: string
}

export const requestMail = ({ workspace, requester, note, clips, total, address }: RequestMailInput): MailContent => {
  const count = clips.length === 1 ? '1 clip' : `${clips.length} clips`
  const othersCount = clips.length - MAX_LISTED_CLIPS
  return company =>
    renderMail(
      company,
      `${requester} asks you to license ${count}`,
      <MailLayout preview={`${count}, ${total} before tax, for ${workspace}`} title={`${requester} asks for ${count}`}>
        <MailText>
          In {workspace}, for {total} before tax: {clips.slice(0, MAX_LISTED_CLIPS).join(', ')}
          {othersCount > 0 && ` and ${othersCount} more`}.
        </MailText>
        <MailText>“{note}”</MailText>
        <MailButton to={address}>View request</MailButton>
        <MailNote>
          You get this because your role in {workspace} may buy. Nothing is bought until one of you approves it and
          checks out.
        </MailNote>
      </MailLayout>,
    )
}

type DecisionMailInput = {
  workspace: string
  state: RequestState
  decidedBy: string
  decline_reason: string
  address: string
}

const titles = {
  approved: 'Your request is approved',
  declined: 'Your request is declined',
  ordered: 'Your clips are licensed',
  open: '',
  withdrawn: '',
} satisfies Record<RequestState, string>

const sentenceOf = ({ state, decidedBy, workspace }: DecisionMailInput): string => {
  if (state === 'approved')
    return `${decidedBy} approved it and has your clips in their cart. We email you when they are licensed.`
  if (state === 'declined') return `${decidedBy} declined it. You can put the clips back in your cart and ask again.`
  return `${decidedBy} bought them for ${workspace}. Their files are with the order.`
}

export const decisionMail = (decision: DecisionMailInput): MailContent => {
  const title = titles[decision.state]
  return company =>
    renderMail(
      company,
      title,
      <MailLayout preview={`${title}, in ${decision.workspace}`} title={title}>
        <MailText>{sentenceOf(decision)}</MailText>
        {decision.decline_reason && <MailText>“{decision.decline_reason}”</MailText>}
        <MailButton to={decision.address}>View your request</MailButton>
      </MailLayout>,
    )
}
