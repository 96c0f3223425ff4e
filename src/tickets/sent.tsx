/** In place of a form whose contents arrived: what happens now. */
import { useEffect, useRef, type ReactNode } from 'react'

import { dayInWords } from './business-days.ts'
import type { TicketReceipt } from './contract.ts'

import css from './sent.module.css'

type SentProps = { title: string; receipt: TicketReceipt; email: string; children: ReactNode }

/** The heading takes the focus, since the button that had it is gone. */
export const Sent = ({ title, receipt, email, children }: SentProps) => {
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
          <dd>{dayInWords(new Date(receipt.due_at))}</dd>
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
