import { Search } from 'lucide-react'
import { Form } from 'react-router'

import { distributionName } from '#licensing/terms.ts'
import type { ReplyOf } from '#platform/http/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { licenseStateLabels, licenseStates } from '../../in-force.ts'
import { registerSorts, useIds, type getRegister, type RegisterSort } from '../contract.ts'
import type { readRegisterQuery } from '../query.ts'

import css from './register-filters.module.css'

const sortLabels: Record<RegisterSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  clip: 'By clip',
  project: 'By client and project',
  ends: 'First to end',
}

type RegisterFiltersProps = {
  query: Omit<ReturnType<typeof readRegisterQuery>, 'page'>
  projects: ReplyOf<typeof getRegister>['meta']['projects']
}

/** The register's filters. The URL has all of them, so that a filtered list can be shared. */
export const RegisterFilters = ({ query, projects }: RegisterFiltersProps) => (
  <Form method="get" role="search" className={css.filters} aria-label="Filter the register">
    <TextField
      dense
      label="Search"
      type="search"
      name="search"
      placeholder="Clip, order, client, buyer"
      defaultValue={query.search}
      maxLength={200}
      className={css.search}
    />
    <SelectField dense label="Use" name="use" defaultValue={query.use ?? ''}>
      <option value="">Any use</option>
      {useIds.map(id => (
        <option key={id} value={id}>
          {distributionName(id)}
        </option>
      ))}
    </SelectField>
    <SelectField dense label="State" name="state" defaultValue={query.state ?? ''}>
      <option value="">Any state</option>
      {licenseStates.map(state => (
        <option key={state} value={state}>
          {licenseStateLabels[state]}
        </option>
      ))}
    </SelectField>
    <SelectField dense label="Project" name="project" defaultValue={query.project ?? ''}>
      <option value="">Any project</option>
      <option value="none">Not assigned</option>
      {projects.map(({ id, client_name, project_name }) => (
        <option key={id} value={id}>
          {project_name} for {client_name}
        </option>
      ))}
    </SelectField>
    <TextField dense type="date" label="Ends from" name="ends_from" defaultValue={query.ends_from} />
    <TextField dense type="date" label="Ends until" name="ends_to" defaultValue={query.ends_to} />
    <SelectField dense label="Sort" name="sort" defaultValue={query.sort ?? 'newest'}>
      {registerSorts.map(sort => (
        <option key={sort} value={sort}>
          {sortLabels[sort]}
        </option>
      ))}
    </SelectField>
    <Button type="submit">
      <Search aria-hidden="true" />
      Show
    </Button>
  </Form>
)
