/** Answering by mail, with a board if there is one. "R" leads here, Ctrl and Enter send. Whatever becomes of the ticket meanwhile, what was typed stays. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useRevalidator } from 'react-router'

import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { Refusal } from '#platform/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { isTyping } from '#ui/is-typing.ts'
import { SelectField } from '#ui/select.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { replyToTicket, ReplyText, type TicketFacts } from '../contract.ts'

import css from './reply-form.module.css'

type ReplyFormProps = { ticket: TicketFacts; boards: { id: number; name: string; clip_count: number }[] }

export const ReplyForm = ({ ticket: { id, email, state, user_id, last_reply_id }, boards }: ReplyFormProps) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [board, setBoard] = useState('')
  const [boardError, setBoardError] = useState<string>()
  const form = useForm({ resolver: checkedBy(ReplyText), defaultValues: { message: '' } })
  const { errors, isSubmitting, isDirty } = form.formState
  const isClosed = state === 'closed'
  const whole = useRef<HTMLFormElement>(null)
  const { setFocus, clearErrors } = form

  // What the state says need not be said twice, nor after it has changed.
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

  const send = (close: boolean) =>
    form.handleSubmit(async ({ message }) => {
      setBoardError(undefined)
      try {
        const body = { message, board_id: Number(board) || null, last_reply_id, close }
        await call(replyToTicket, { params: { id: String(id) }, body })
      } catch (error) {
        const onBoard = error instanceof Refusal ? error.errors['board_id']?.[0] : undefined
        if (onBoard) setBoardError(onBoard)
        else showRefusal(error, form, ['message'])
        // What a colleague wrote meanwhile is to be read.
        if (error instanceof Refusal && error.status === 409) await revalidate()
        return
      }
      form.reset()
      setBoard('')
      await revalidate()
      toast(`Your answer goes to ${email}.`, { kind: 'success' })
    })

  const onKeyDown = (event: KeyboardEvent) => {
    if (isClosed || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    // Which asks no button, so not the one that is busy.
    if (!isSubmitting) whole.current?.requestSubmit()
  }

  const closed = 'This ticket is closed. Reopen it to answer.'
  if (isClosed && !isDirty) return <p className={css.none}>{closed}</p>
  return (
    <section aria-labelledby="answer">
      <h2 id="answer">Answer</h2>
      <form ref={whole} method="post" noValidate onSubmit={send(false)} className={css.form}>
        <TextArea
          label="Message"
          rows={7}
          hint={`To ${email}. Ctrl and Enter send it.`}
          readOnly={isClosed}
          onKeyDown={onKeyDown}
          {...form.register('message')}
          error={errors.message?.message}
        />
        {boards.length === 0 ? (
          <p className={css.none}>
            To send footage, put it on a board first: <Link to="/clips">find it in the shop</Link>.
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
                ? 'It opens by its link, for whoever has it, for 90 days.'
                : 'A copy goes among the boards of whoever asked.'
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
        {isClosed && <Banner>{closed} What you wrote is still here.</Banner>}
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <div className={css.ways}>
          <Button type="submit" kind="primary" size="lg" disabled={isClosed} busy={isSubmitting && 'Sending…'}>
            Send
          </Button>
          <Button size="lg" disabled={isClosed || isSubmitting} onClick={send(true)}>
            Send and close
          </Button>
        </div>
      </form>
    </section>
  )
}
