/** Unlocks the login of a person who entered too many wrong passwords or codes. */
import { lazy, Suspense, useState } from 'react'

import { call } from '#platform/http/call.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import { formatPersonName } from '../../person-name.ts'
import { unlockPerson, type StaffPerson } from '../contract.ts'

const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

type UnlockProps = { person: StaffPerson; onChanged: () => Promise<void> }

/** Renders nothing unless the login is locked and the caller may unlock it. */
export const Unlock = ({ person, onChanged }: UnlockProps) => {
  const [isOpen, setOpen] = useState(false)
  if (!person.is_locked || !person.can_recover) return null
  return (
    <>
      <Banner
        title="The login is locked"
        action={
          <Button kind="secondary" onClick={() => setOpen(true)}>
            Unlock
          </Button>
        }
      >
        Too many wrong passwords or codes were entered. It unlocks by itself within 15 minutes.
      </Banner>
      {isOpen && (
        <Suspense fallback={null}>
          <ReasonDialog
            title="Unlock the login"
            what={`${formatPersonName(person)} can try again at once. Make sure that this person really asked for it.`}
            confirm="Unlock"
            busy="Unlocking…"
            onClose={() => setOpen(false)}
            onConfirm={async reason => {
              await call(unlockPerson, { params: { id: String(person.id) }, body: { reason } })
              await onChanged()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
