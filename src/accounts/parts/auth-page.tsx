import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { AuthForm, authTexts, type AuthView } from '../auth-form.tsx'
import { safeNext } from '../next.ts'

import styles from './auth-page.module.css'

/** One of the two forms with its heading; both lead on to where `next` asks. */
export const AuthPage = ({ view }: { view: AuthView }) => {
  const { search } = useLocation()
  const navigate = useNavigate()
  const next = safeNext(new URLSearchParams(search).get('next'))
  const [isSecond, setSecond] = useState(false)
  return (
    <>
      <h2 className={styles.title}>{authTexts[isSecond ? 'second' : view]}</h2>
      <AuthForm
        key={view}
        view={view}
        onSecondStep={setSecond}
        other={`${view === 'login' ? '/register' : '/login'}${search}`}
        onDone={() => void navigate(next, { replace: true })}
      />
    </>
  )
}
