/** The assignee of a ticket, and closing or reopening it. */
import { useState, type FormEvent } from 'react'
import { useRevalidator } from 'react-router'

import { isPlaceholderEmail } from '#accounts/placeholder-email.ts'
import { useSession } from '#accounts/use-session.ts'
import { call } from '#platform/http/call.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select.tsx'
import { useToast } from '#ui/toast.tsx'

import { assignTicket, closeTicket, reopenTicket, type TicketDetails } from '../contract.ts'

import css from './ticket-actions.module.css'

export const TicketActions = ({ ticket }: { ticket: TicketDetails }) => {
  const { id, state, assignee, colleagues } = ticket
  const me = useSession()?.id
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const params = { id: String(id) }

  const runAction = async (action: () => Promise<unknown>, message: string) => {
    setBusy(true)
    try {
      await action()
      toast(message, { kind: 'success' })
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' })
    }
    await revalidate()
    setBusy(false)
  }
  const assignTo = (user_id: number | null) => {
    const name = [...colleagues, assignee].find(colleague => colleague?.id === user_id)?.name
    void runAction(
      () => call(assignTicket, { params, body: { user_id } }),
      user_id === null ? 'This ticket is unassigned.' : `${name ?? 'A colleague'} has this ticket now.`,
    )
  }
  const onAssign = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    assignTo(Number(new FormData(event.currentTarget).get('user_id')) || null)
  }
  const isOpen = state === 'open'

  return (
    <div className={css.actions}>
      <form onSubmit={onAssign} className={css.give}>
        <SelectField
          dense
          key={assignee?.id ?? 0}
          label="Assignee"
          labelHidden
          name="user_id"
          defaultValue={assignee?.id ?? ''}
        >
          <option value="">Unassigned</option>
          {assignee && !colleagues.some(({ id }) => id === assignee.id) && (
            <option value={assignee.id}>{assignee.name} (no longer staff)</option>
          )}
          {colleagues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button type="submit" disabled={busy}>
          Assign
        </Button>
      </form>
      {me !== undefined && assignee?.id !== me && (
        <Button disabled={busy} onClick={() => assignTo(me)}>
          Assign to me
        </Button>
      )}
      {/* A ticket of a deleted account cannot be reopened. */}
      {(isOpen || !isPlaceholderEmail(ticket.email)) && (
        <Button
          disabled={busy}
          onClick={() =>
            void runAction(
              () => call(isOpen ? closeTicket : reopenTicket, { params }),
              isOpen ? 'This ticket is closed.' : 'This ticket is reopened.',
            )
          }
        >
          {isOpen ? 'Close' : 'Reopen'}
        </Button>
      )}
    </div>
  )
}
