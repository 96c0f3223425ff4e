/** The first checkout step: sign-in, then the billing contact, or its summary with an edit button. */
import { lazy, Suspense, useState } from 'react'

import { AuthForm, type AuthView } from '#accounts/auth-form.tsx'
import { useSession } from '#accounts/use-session.ts'
import type { ContactDetails } from '#cart/contract.ts'
import { useCall } from '#platform/http/query.ts'
import { Button } from '#ui/button.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { getWorkspaceBilling, listCountries } from '#workspaces/contract.ts'

import { toInitialValues } from '../contact.ts'

import css from './checkout-panel.module.css'

const ContactForm = lazy(() => import('./contact-form.tsx').then(module => ({ default: module.ContactForm })))

type ContactStepProps = { details: ContactDetails | null; onSaved: () => Promise<unknown> }

export const ContactStep = ({ details, onSaved }: ContactStepProps) => {
  const user = useSession()
  const countries = useCall(listCountries, {}).data?.data
  const workspace = useCall(getWorkspaceBilling, {}, { enabled: !details?.address })
  const isLoaded = countries && !workspace.isLoading
  return (
    <section className={css.section} aria-labelledby="billing-info">
      <header className={css.head}>
        <h2 id="billing-info">Billing Info</h2>
      </header>
      <Suspense fallback={<FormSkeleton />}>
        {isLoaded ? (
          <ContactForm
            values={toInitialValues(details, user, workspace.data?.data.details.billing_information ?? null)}
            countries={countries}
            onSaved={onSaved}
          />
        ) : (
          <FormSkeleton />
        )}
      </Suspense>
    </section>
  )
}

const FormSkeleton = () => <SkeletonText lines={16} />

export const ContactSkeleton = () => (
  <section className={css.section} aria-busy>
    <FormSkeleton />
  </section>
)

/** Licenses need an owner, so a guest registers here. `onSignedIn`: the session has started. */
export const RegisterStep = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const [view, setView] = useState<AuthView>('register')
  return (
    <section className={css.section} aria-labelledby="billing-info">
      <header className={css.head}>
        <h2 id="billing-info">Billing Info</h2>
      </header>
      <p className={css.lead}>
        {view === 'register'
          ? 'Your licenses and downloads are stored in your account. All you need is an email and a password.'
          : 'Log in, and the licenses go to your workspace.'}
      </p>
      <AuthForm
        view={view}
        withGoogle={false}
        switchView={() => setView(view === 'login' ? 'register' : 'login')}
        onDone={onSignedIn}
      />
    </section>
  )
}

export const ContactSummary = ({ details, onEdit }: { details: ContactDetails; onEdit: () => void }) => {
  const lines = [
    details.email,
    [details.address, details.address2].filter(Boolean).join(', '),
    [details.city, details.region, details.postal_code].filter(Boolean).join(', '),
    details.country,
  ]
  return (
    <section className={css.section} aria-labelledby="billing-info">
      <header className={css.head}>
        <h2 id="billing-info">Billing Info</h2>
        <Button kind="quiet" onClick={onEdit} aria-label="Edit billing info">
          Edit
        </Button>
      </header>
      <address className={css.address}>
        <strong>
          {details.first_name} {details.last_name}
        </strong>
        {lines.map(line => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </section>
  )
}
