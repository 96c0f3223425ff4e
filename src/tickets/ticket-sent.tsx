/** Replaces a form that was sent: its due date, its reference, and what happens next. */
import { useEffect, useRef, type ReactNode } from 'react'

import { formatDay } from './business-days.ts'
import type { TicketReceipt } from './contract.ts'

import css from './ticket-sent.module.css'

type TicketSentProps = { title: string; receipt: TicketReceipt; email: string; children: ReactNode }

/** The heading takes the focus, because the button that had it is gone. */
export const TicketSent = ({ title, receipt, email, children }: TicketSentProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={css.sent}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <dl className={css.facts}>
        <div>
          <dt>Answer by</dt>
          <dd>{formatDay(new Date(receipt.due_at))}</dd>
        </div>
        <div>
          <dt>Reference</dt>
          <dd className="mono">{receipt.reference}</dd>
        </div>
        <div>
          <dt>Receipt sent to</dt>
          <dd>{email}</dd>
        </div>
      </dl>
      <div className={css.next}>{children}</div>
    </section>
  )
}
