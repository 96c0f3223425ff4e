/** `?modal=login` or `?modal=register` on any page opens the window for it, and leaves the address as it was without it. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'

import { LoadingScreen } from '#ui/spinner.tsx'

import type { AuthView } from './auth-form.tsx'
import { useSession } from './use-session.ts'

const AuthDialog = lazy(() => import('./auth-dialog.tsx').then(part => ({ default: part.AuthDialog })))

const titles: Record<AuthView, string> = { login: 'Login', register: 'Create Free Account' }
const isView = (text: string | null): text is AuthView => text === 'login' || text === 'register'

export const AuthModal = () => {
  const isGuest = useSession() === null
  const [search, setSearch] = useSearchParams()
  const { revalidate } = useRevalidator()
  const [view, setView] = useState<AuthView>()
  const [isOpen, setOpen] = useState(false)
  const asked = search.get('modal')

  useEffect(() => {
    if (!isView(asked)) return undefined
    const frame = requestAnimationFrame(() => {
      // Whoever is signed in has nothing to do there.
      if (isGuest) {
        setView(asked)
        setOpen(true)
      }
      setSearch(
        before => {
          before.delete('modal')
          return before
        },
        { replace: true, preventScrollReset: true },
      )
    })
    return () => cancelAnimationFrame(frame)
  }, [asked, isGuest, setSearch])

  if (!view) return null
  return (
    <Suspense fallback={<LoadingScreen />}>
      <AuthDialog
        key={view}
        open={isOpen}
        onClose={() => setOpen(false)}
        titles={titles}
        initialView={view}
        onDone={() => {
          setOpen(false)
          // What the page shows may be another person's by now.
          void revalidate()
        }}
      />
    </Suspense>
  )
}
