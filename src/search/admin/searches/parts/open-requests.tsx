/** The open requests to filmmakers, each with a button that closes it. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'

import { closeFootageRequest, type StaffFootageRequest } from '#ingest/requests/contract.ts'
import { call } from '#platform/http/call.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { formatDay } from '#ui/admin/format-date.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { useToast } from '#ui/toast.tsx'

import css from './term-dialogs.module.css'

export const OpenRequests = ({ requests }: { requests: readonly StaffFootageRequest[] }) => {
  if (requests.length === 0) return null
  return (
    <Disclosure plain summary="Requests to filmmakers" aside={`${requests.length} open`}>
      <ul className={css.requests}>
        {requests.map(request => (
          <OpenRequest key={request.id} request={request} />
        ))}
      </ul>
    </Disclosure>
  )
}

const OpenRequest = ({ request }: { request: StaffFootageRequest }) => {
  const { id, subject, note, filmmakers, requested_at, requested_by } = request
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [isClosing, setClosing] = useState(false)
  const close = async () => {
    setClosing(true)
    try {
      await call(closeFootageRequest, { params: { id: String(id) } })
      toast(`Filmmakers no longer see “${subject}”.`, { kind: 'success' })
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' })
    }
    await revalidate()
    setClosing(false)
  }
  return (
    <li>
      <div>
        <strong>{subject}</strong>
        {note !== '' && <p>{note}</p>}
        <p className={css.under}>
          {formatDay(requested_at)}
          {requested_by === null ? '' : `, ${requested_by}`}, to {filmmakers.join(', ')}
        </p>
      </div>
      <Button size="sm" busy={isClosing && 'Closing…'} aria-label={`Close “${subject}”`} onClick={() => void close()}>
        Close
      </Button>
    </li>
  )
}
