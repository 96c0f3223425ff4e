/** The search of a room with its filters, which ask again as soon as they are chosen. "/" goes to it, the arrows from it through the list. */
import { Search } from 'lucide-react'
import { useRef, type ChangeEvent, type ReactNode, type RefObject } from 'react'
import { Form, useSearchParams } from 'react-router'

import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { useListKeys } from './use-list-keys.ts'

import css from './room.module.css'

type Props = {
  /** Where the room is: "/admin/quotes". */
  path: string
  /** What the search looks into. */
  looks: string
  search: string | undefined
  list: RefObject<HTMLElement | null>
  className?: string | undefined
  /** Filters. */
  children?: ReactNode
}

export const RoomSearch = ({ path, looks, search, list, className, children }: Props) => {
  const [asked] = useSearchParams()
  const field = useRef<HTMLInputElement>(null)
  useListKeys({ field, list })
  return (
    <Form method="get" action={path} role="search" className={className} key={asked.toString()}>
      <TextField
        ref={field}
        dense
        label={looks}
        labelHidden
        type="search"
        name="search"
        placeholder={looks}
        defaultValue={search}
        autoComplete="off"
        maxLength={200}
      />
      <button type="submit" className={css.go} aria-label="Search">
        <Search aria-hidden />
      </button>
      {children}
    </Form>
  )
}

export const chooseFilter = ({ currentTarget: { form } }: ChangeEvent<HTMLSelectElement>) => form?.requestSubmit()

type FilterProps = {
  label: string
  name: string
  value: string | undefined
  /** What stands there when nothing is narrowed; left out where something always is. */
  any?: string
  options: readonly (readonly [value: string | number, words: string])[]
}

export const RoomFilter = ({ label, name, value = '', any, options }: FilterProps) => (
  <SelectField dense label={label} labelHidden name={name} defaultValue={value} onChange={chooseFilter}>
    {any !== undefined && <option value="">{any}</option>}
    {options.map(([value, words]) => (
      <option key={value} value={value}>
        {words}
      </option>
    ))}
  </SelectField>
)
