/** Whose a ticket is, and whether anything is left to do. */
import { useState, type FormEvent } from 'react'
import { useRevalidator } from 'react-router'

import { isStandIn } from '#accounts/stand-in.ts'
import { useSession } from '#accounts/use-session.ts'
import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select.tsx'
import { useToast } from '#ui/toast.tsx'

import { assignTicket, closeTicket, reopenTicket, type TicketFacts } from '../contract.ts'

import css from './ticket-actions.module.css'

export const TicketActions = ({ ticket }: { ticket: TicketFacts }) => {
  const { id, state, assignee, colleagues } = ticket
  const me = useSession()?.id
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const params = { id: String(id) }

  const carryOut = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await work()
      toast(done, { kind: 'success' })
    } catch (error) {
      toast(firstText(error, 'Something went wrong.'), { kind: 'danger' })
    }
    await revalidate()
    setBusy(false)
  }
  const giveTo = (user_id: number | null) => {
    const name = [...colleagues, assignee].find(one => one?.id === user_id)?.name
    void carryOut(
      () => call(assignTicket, { params, body: { user_id } }),
      user_id === null ? 'Nobody has this ticket now.' : `${name ?? 'A colleague'} has this ticket now.`,
    )
  }
  const give = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    giveTo(Number(new FormData(event.currentTarget).get('user_id')) || null)
  }
  const isOpen = state === 'open'

  return (
    <div className={css.actions}>
      <form onSubmit={give} className={css.give}>
        <SelectField
          dense
          key={assignee?.id ?? 0}
          label="Who answers"
          labelHidden
          name="user_id"
          defaultValue={assignee?.id ?? ''}
        >
          <option value="">Nobody yet</option>
          {assignee && !colleagues.some(({ id }) => id === assignee.id) && (
            <option value={assignee.id}>{assignee.name} (not one of us now)</option>
          )}
          {colleagues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button type="submit" disabled={busy}>
          Give
        </Button>
      </form>
      {me !== undefined && assignee?.id !== me && (
        <Button disabled={busy} onClick={() => giveTo(me)}>
          Take it
        </Button>
      )}
      {/* Nobody is left to be answered. */}
      {(isOpen || !isStandIn(ticket.email)) && (
        <Button
          disabled={busy}
          onClick={() =>
            void carryOut(
              () => call(isOpen ? closeTicket : reopenTicket, { params }),
              isOpen ? 'This ticket is closed.' : 'This ticket is open again.',
            )
          }
        >
          {isOpen ? 'Close' : 'Reopen'}
        </Button>
      )}
    </div>
  )
}
