/** The mails of a purchase request: that it waits, and what became of it. */
import { drawMail, MailButton, MailFrame, MailNote, MailText } from '#platform/mail-frame.tsx'

import type { RequestState } from '../contract.ts'

/** How many clips a mail names. */
const most_named = 6

type Request = {
  workspace: string
  asker: string
  note: string
  clips: string[]
  total: string
  address: string
}

export const requestMail = ({ workspace, asker, note, clips, total, address }: Request) => {
  const count = clips.length === 1 ? '1 clip' : `${clips.length} clips`
  const more = clips.length - most_named
  return drawMail(
    `${asker} asks you to license ${count}`,
    <MailFrame preview={`${count}, ${total} before tax, for ${workspace}`} title={`${asker} asks for ${count}`}>
      <MailText>
        In {workspace}, for {total} before tax: {clips.slice(0, most_named).join(', ')}
        {more > 0 && ` and ${more} more`}.
      </MailText>
      <MailText>“{note}”</MailText>
      <MailButton to={address}>Look at the request</MailButton>
      <MailNote>
        You get this because your role in {workspace} may buy. Nothing is bought before one of you approves it and
        checks out.
      </MailNote>
    </MailFrame>,
  )
}

type Decision = { workspace: string; state: RequestState; by: string; answer: string; address: string }

const titles = {
  approved: 'Your request is approved',
  declined: 'Your request is declined',
  ordered: 'Your clips are licensed',
  open: '',
  withdrawn: '',
} satisfies Record<RequestState, string>

const sentenceOf = ({ state, by, workspace }: Decision): string => {
  if (state === 'approved')
    return `${by} approved it and has your clips in their cart. You hear from us when they are licensed.`
  if (state === 'declined') return `${by} declined it. You can put the clips back in your cart and ask again.`
  return `${by} bought them for ${workspace}. Their files are with the order.`
}

export const decisionMail = (decision: Decision) => {
  const title = titles[decision.state]
  return drawMail(
    title,
    <MailFrame preview={`${title}, in ${decision.workspace}`} title={title}>
      <MailText>{sentenceOf(decision)}</MailText>
      {decision.answer && <MailText>“{decision.answer}”</MailText>}
      <MailButton to={decision.address}>See your request</MailButton>
    </MailFrame>,
  )
}
