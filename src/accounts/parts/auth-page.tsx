import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { AuthForm, authTexts, type AuthView } from '../auth-form.tsx'
import { safeNext } from '../next.ts'

import styles from './auth-page.module.css'

/** The login or registration form with its heading. Both lead to the page in `next`. */
export const AuthPage = ({ view }: { view: AuthView }) => {
  const { search } = useLocation()
  const navigate = useNavigate()
  const next = safeNext(new URLSearchParams(search).get('next'))
  const [isSecondStep, setSecondStep] = useState(false)
  return (
    <>
      <h2 className={styles.title}>{authTexts[isSecondStep ? 'second' : view]}</h2>
      <AuthForm
        key={view}
        view={view}
        onSecondStep={setSecondStep}
        switchView={`${view === 'login' ? '/register' : '/login'}${search}`}
        onDone={() => void navigate(next, { replace: true })}
      />
    </>
  )
}
