/** Opens the auth dialog for `?modal=login` or `?modal=register` on any page and removes the parameter from the URL. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'

import { LoadingScreen } from '#ui/spinner.tsx'

import type { AuthView } from './auth-form.tsx'
import { useSession } from './use-session.ts'

const AuthDialog = lazy(() => import('./auth-dialog.tsx').then(part => ({ default: part.AuthDialog })))

const titles: Record<AuthView, string> = { login: 'Login', register: 'Create Free Account' }
const isAuthView = (text: string | null): text is AuthView => text === 'login' || text === 'register'

export const AuthModal = () => {
  const isGuest = useSession() === null
  const [search, setSearch] = useSearchParams()
  const { revalidate } = useRevalidator()
  const [view, setView] = useState<AuthView>()
  const [isOpen, setOpen] = useState(false)
  const modal = search.get('modal')

  useEffect(() => {
    if (!isAuthView(modal)) return undefined
    const frame = requestAnimationFrame(() => {
      // Signed-in users need no dialog.
      if (isGuest) {
        setView(modal)
        setOpen(true)
      }
      setSearch(
        params => {
          params.delete('modal')
          return params
        },
        { replace: true, preventScrollReset: true },
      )
    })
    return () => cancelAnimationFrame(frame)
  }, [modal, isGuest, setSearch])

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
          // The page may show data of another user by now.
          void revalidate()
        }}
      />
    </Suspense>
  )
}
