/** A mail of a ticket: folded to a line when it went out by itself, open when one of us wrote it. */
import { ChevronRight } from 'lucide-react'

import { momentOf } from '../../parts/moment.ts'
import type { TicketMail } from '../contract.ts'

import css from './mail-view.module.css'

const labels = { staff: 'To us', receipt: 'Receipt', reply: 'Answer' } as const

export const MailView = ({ mail }: { mail: TicketMail }) => {
  const { kind, to, subject, text, by, board, sent_at } = mail
  return (
    <details className={css.mail} open={kind === 'reply'}>
      <summary>
        <ChevronRight aria-hidden />
        <span className={css.kind}>{labels[kind]}</span>
        <span className={css.subject}>{subject}</span>
        <span className="mono">{sent_at ? momentOf(sent_at) : 'waits to be sent'}</span>
      </summary>
      <p className={css.to}>
        To {to}
        {kind === 'reply' && `, by ${by ?? 'somebody who has left'}`}
      </p>
      <p className={css.text}>{text}</p>
      {board && (
        <p className={css.to}>
          With the board {board.name},{' '}
          {board.is_delivered ? 'copied to the boards of whoever asked' : 'opened by its link'}
        </p>
      )}
    </details>
  )
}
