/** The reply form. R moves the focus here, Ctrl and Enter send. The text survives changes of the ticket. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { isTyping } from '#ui/is-typing.ts'
import { SelectField } from '#ui/select.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { replyToTicket, ReplyText, type TicketDetails } from '../contract.ts'

import css from './reply-form.module.css'

type ReplyFormProps = { ticket: TicketDetails; boards: { id: number; name: string; clip_count: number }[] }

export const ReplyForm = ({ ticket: { id, email, state, user_id, last_reply_id }, boards }: ReplyFormProps) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [board, setBoard] = useState('')
  const [boardError, setBoardError] = useState<string>()
  const form = useForm({ resolver: schemaResolver(ReplyText), defaultValues: { message: '' } })
  const { errors, isSubmitting, isDirty } = form.formState
  const isClosed = state === 'closed'
  const formRef = useRef<HTMLFormElement>(null)
  const { setFocus, clearErrors } = form

  // The state of the ticket is shown already, so an earlier refusal is obsolete.
  useEffect(() => clearErrors('root'), [state, clearErrors])

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event
      if (key.toLowerCase() !== 'r' || altKey || ctrlKey || metaKey || isTyping(target)) return
      event.preventDefault()
      setFocus('message')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [setFocus])

  const submit = (close: boolean) =>
    form.handleSubmit(async ({ message }) => {
      setBoardError(undefined)
      try {
        const body = { message, board_id: Number(board) || null, last_reply_id, close }
        await call(replyToTicket, { params: { id: String(id) }, body })
      } catch (error) {
        const boardMessage = error instanceof Refusal ? error.errors['board_id']?.[0] : undefined
        if (boardMessage) setBoardError(boardMessage)
        else showRefusal(error, form, ['message'])
        // Show the reply that a colleague sent meanwhile.
        if (error instanceof Refusal && error.status === 409) await revalidate()
        return
      }
      form.reset()
      setBoard('')
      await revalidate()
      toast(`Your reply is on its way to ${email}.`, { kind: 'success' })
    })

  const onKeyDown = (event: KeyboardEvent) => {
    if (isClosed || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    // Without a submitter, so that the busy button does not block it.
    if (!isSubmitting) formRef.current?.requestSubmit()
  }

  const closedText = 'This ticket is closed. Reopen it to answer.'
  if (isClosed && !isDirty) return <p className={css.none}>{closedText}</p>
  return (
    <section aria-labelledby="answer">
      <h2 id="answer">Reply</h2>
      <form ref={formRef} method="post" noValidate onSubmit={submit(false)} className={css.form}>
        <TextArea
          label="Message"
          rows={7}
          hint={`To ${email}. Press Ctrl and Enter to send.`}
          readOnly={isClosed}
          onKeyDown={onKeyDown}
          {...form.register('message')}
          error={errors.message?.message}
        />
        {boards.length === 0 ? (
          <p className={css.none}>
            To send footage, add it to a board first: <Link to="/clips">find it in the shop</Link>.
          </p>
        ) : (
          <SelectField
            label="Board"
            optional
            name="board"
            value={board}
            disabled={isClosed}
            hint={
              user_id === null
                ? 'Anyone with the link can open it for 90 days.'
                : 'A copy is added to the sender’s boards.'
            }
            error={boardError}
            onChange={event => setBoard(event.currentTarget.value)}
          >
            <option value="">None</option>
            {boards.map(({ id, name, clip_count }) => (
              <option key={id} value={id} disabled={clip_count === 0}>
                {name} ({clip_count === 0 ? 'empty' : clip_count === 1 ? '1 clip' : `${clip_count} clips`})
              </option>
            ))}
          </SelectField>
        )}
        {isClosed && <Banner>{closedText} Your text is still here.</Banner>}
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <div className={css.ways}>
          <Button type="submit" kind="primary" size="lg" disabled={isClosed} busy={isSubmitting && 'Sending…'}>
            Send
          </Button>
          <Button size="lg" disabled={isClosed || isSubmitting} onClick={submit(true)}>
            Send and close
          </Button>
        </div>
      </form>
    </section>
  )
}
