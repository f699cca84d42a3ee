export interface Leader {
  name: string
  role: string
  /** One sentence. */
  bio: string
}

export const leaders: Leader[] = [
  {
    name: 'Vikram Rathore',
    role: 'Founder and Chief Executive',
    bio: 'Started the company in 2004 with two colleagues in Jaipur and still reviews every proposal for a new line of service.',
  },
  {
    name: 'Asha Mathur',
    role: 'Operations Director',
    bio: 'Plans who works on which order, and introduced the fixed scopes and delivery times that every package carries today.',
  },
  {
    name: 'Helen Ashworth',
    role: 'Director of Client Services',
    bio: 'Leads project management from London and makes sure that every client has one named person to call.',
  },
  {
    name: 'Marcus Delgado',
    role: 'Chief Technology Officer',
    bio: 'Sets the standards for code, security and testing, after fifteen years of running systems that were not allowed to stop.',
  },
]
