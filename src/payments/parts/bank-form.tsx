/** The form for a US bank account; its values are sent only to the gateway. */
import { useState } from 'react'
import { FormProvider, useFormContext, useWatch } from 'react-hook-form'

import { useCall } from '#platform/http/query.ts'
import { RadioCard, RadioCards } from '#ui/radio-cards.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { listCountries } from '#workspaces/contract.ts'

import { addressFields, type BankAccount } from '../bank-account.ts'
import type { BankFormHandle as BankFormState } from '../use-bank-form.ts'

import css from './bank-form.module.css'

const UNITED_STATES = 'US'

/** `bank` comes from `useBankForm()`. Enter in a field submits the form. */
export const BankForm = ({ bank, onSubmit }: { bank: BankFormState; onSubmit: () => void }) => {
  const { register, formState, watch } = bank.form
  const { errors } = formState
  const isBusiness = watch('ownershipType') === 'business'
  return (
    <FormProvider {...bank.form}>
      <form
        className={css.form}
        noValidate
        aria-label="Bank account"
        onSubmit={event => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <TextField
          label="Financial Institution Name"
          className={css.wide}
          autoComplete="off"
          {...register('bankName')}
          error={errors.bankName?.message}
        />
        <RadioCards legend="Ownership Type" columns={2} error={errors.ownershipType?.message}>
          <RadioCard title="Personal" value="personal" {...register('ownershipType')} />
          <RadioCard title="Business" value="business" {...register('ownershipType')} />
        </RadioCards>
        <RadioCards legend="Account Type" columns={2} error={errors.accountType?.message}>
          <RadioCard title="Checking" value="checking" {...register('accountType')} />
          <RadioCard title="Savings" value="savings" {...register('accountType')} />
        </RadioCards>
        {isBusiness ? (
          <TextField
            label="Business Name"
            className={css.wide}
            autoComplete="organization"
            {...register('businessName')}
            error={errors.businessName?.message}
          />
        ) : (
          <>
            <TextField
              label="First Name"
              autoComplete="given-name"
              {...register('firstName')}
              error={errors.firstName?.message}
            />
            <TextField
              label="Last Name"
              autoComplete="family-name"
              {...register('lastName')}
              error={errors.lastName?.message}
            />
          </>
        )}
        <TextField
          label="Routing Number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          {...register('routingNumber')}
          error={errors.routingNumber?.message}
        />
        <TextField
          label="Account Number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={17}
          {...register('accountNumber')}
          error={errors.accountNumber?.message}
        />
        <BankAddressFields hasAddress={bank.has_address} />
        {/* The visible button is outside the form; without a button in the form, Enter would do nothing. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
          Submit
        </button>
      </form>
      <MandateTerms textOf={bank.mandateOf} />
    </FormProvider>
  )
}

/** The account’s address: collapsed while it is the valid billing address. */
const BankAddressFields = ({ hasAddress }: { hasAddress: boolean }) => {
  const { register, formState, watch } = useFormContext<BankAccount>()
  const { errors } = formState
  const [isEdited, setEdited] = useState(!hasAddress)
  const isOpen = isEdited || addressFields.some(field => errors[field])
  const countries = useCall(listCountries, {}, { enabled: isOpen })
  const states = countries.data?.data.find(({ code }) => code === UNITED_STATES)?.regions ?? []
  const [street, suite, city, state, zip] = watch(addressFields)
  return (
    <fieldset className={css.address}>
      <legend className="visually-hidden">Billing address of the account</legend>
      {hasAddress && (
        <div className={css.saved}>
          <p>
            <span>Billing address</span>
            {!isOpen && [[street, suite].filter(Boolean).join(', '), city, `${state} ${zip}`].join(', ')}
          </p>
          <button type="button" className={css.link} aria-expanded={isOpen} onClick={() => setEdited(!isOpen)}>
            {isOpen ? 'Hide' : 'Edit'} <span className="visually-hidden">billing address</span>
          </button>
        </div>
      )}
      {isOpen && (
        <div className={css.fields}>
          <TextField
            label="Address"
            className={css.street}
            autoComplete="billing address-line1"
            {...register('streetAddress')}
            error={errors.streetAddress?.message}
          />
          <TextField
            label="Suite / Apt #"
            className={css.suite}
            optional
            autoComplete="billing address-line2"
            {...register('extendedAddress')}
            error={errors.extendedAddress?.message}
          />
          <TextField
            label="Zip Code"
            className={css.third}
            autoComplete="billing postal-code"
            {...register('postalCode')}
            error={errors.postalCode?.message}
          />
          <TextField
            label="City"
            className={css.third}
            autoComplete="billing address-level2"
            {...register('locality')}
            error={errors.locality?.message}
          />
          <SelectField
            // The states load after the form: the new key makes the select show its value.
            key={states.length}
            label="State"
            className={css.third}
            autoComplete="billing address-level1"
            {...register('region')}
            error={errors.region?.message}
          >
            <option value="">Choose a state</option>
            {states.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    </fieldset>
  )
}

const MandateTerms = ({ textOf }: { textOf: BankFormState['mandateOf'] }) => {
  const account = useWatch<BankAccount>()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={css.mandate}>
      <p>
        By clicking Continue, you are agreeing to our ACH Processor Terms.{' '}
        <button type="button" className={css.link} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide terms' : 'See terms'}
        </button>
      </p>
      {isOpen && <p className={css.terms}>{textOf(account as BankAccount)}</p>}
    </div>
  )
}
