/** The buyers and staff of the demo's history. They have no password, so nobody can sign in as one of them. */
import { type Buyer, pickBuyer } from '#db/models/people/buyer.ts'

/** Staff besides the demo's staff account, which is `rohan` in the plan. */
// biome-ignore format: a line a person
export const COLLEAGUES = {
  priya: { firstName: 'Priya', lastName: 'Nair', email: 'priya.nair@team.example', jobTitle: 'Web Designer' },
  callum: { firstName: 'Callum', lastName: 'Reid', email: 'callum.reid@team.example', jobTitle: 'Cloud Engineer' },
  neha: { firstName: 'Neha', lastName: 'Joshi', email: 'neha.joshi@team.example', jobTitle: 'SEO Specialist' },
} as const
export const STAFF = ['rohan', ...(Object.keys(COLLEAGUES) as (keyof typeof COLLEAGUES)[])] as const
export type StaffKey = (typeof STAFF)[number]

/** E-mail addresses are at the buyer's company, in a domain that nobody can own. */
// biome-ignore format: a line a person
const ROWS = {
  okafor: ['Daniel', 'Okafor', 'daniel.okafor@harborlogistics', '+1 602 555 0173', 'Harbor Logistics', 'IT Manager', '2201 E Camelback Road', 'Phoenix', 'Arizona', 'US', '85016'],
  tanaka: ['Mei', 'Tanaka', 'mei.tanaka@sakurateas', '+65 6555 0146', 'Sakura Teas', 'Founder', '71 Robinson Road', 'Singapore', 'Singapore', 'SG', '068895'],
  brandt: ['Jonas', 'Brandt', 'j.brandt@brandt-optik', '+49 30 5550 1420', 'Brandt Optik', 'Owner', 'Kantstraße 44', 'Berlin', 'Berlin', 'DE', '10625'],
  mehra: ['Anjali', 'Mehra', 'anjali@mehradental', '+91 98470 55514', 'Mehra Dental Care', 'Practice Manager', '12 Marine Drive', 'Kochi', 'Kerala', 'IN', '682031'],
  hughes: ['Owen', 'Hughes', 'owen@hughesroofing', '+44 29 2018 0144', 'Hughes Roofing', 'Director', '9 Cathedral Road', 'Cardiff', 'Wales', 'GB', 'CF11 9HA'],
  alvarez: ['Lucía', 'Álvarez', 'lucia@olivarsur', '+34 954 555 018', 'Olivar Sur', 'Export Manager', 'Calle Feria 61', 'Seville', 'Andalusia', 'ES', '41002'],
  murphy: ['Aoife', 'Murphy', 'aoife@liffeyphysio', '+353 1 555 0129', 'Liffey Physiotherapy', 'Owner', '27 Baggot Street Lower', 'Dublin', 'Leinster', 'IE', 'D02 X285'],
  iyer: ['Karthik', 'Iyer', 'karthik@ledgerloop', '+91 98450 55527', 'LedgerLoop', 'Co-founder', '88 Residency Road', 'Bengaluru', 'Karnataka', 'IN', '560025'],
  carver: ['Denise', 'Carver', 'denise@carverlegal', '+1 614 555 0119', 'Carver Legal Group', 'Office Manager', '120 S High Street', 'Columbus', 'Ohio', 'US', '43215'],
  lindholm: ['Erik', 'Lindholm', 'erik@nordkajak', '+46 8 5550 1733', 'Nordkajak', 'Managing Director', 'Hornsgatan 112', 'Stockholm', 'Stockholm', 'SE', '117 26'],
  banks: ['Tyrone', 'Banks', 'tyrone@banksfitness', '+1 404 555 0182', 'Banks Fitness', 'Owner', '675 Ponce de Leon Avenue', 'Atlanta', 'Georgia', 'US', '30308'],
  rossi: ['Giulia', 'Rossi', 'giulia@ceramicherossi', '+39 055 555 0131', 'Ceramiche Rossi', 'Marketing Lead', 'Via dei Serragli 21', 'Florence', 'Tuscany', 'IT', '50124'],
  whitlam: ['Sarah', 'Whitlam', 'sarah@whitlamvets', '+61 2 5550 1164', 'Whitlam Veterinary Clinic', 'Practice Owner', '310 Crown Street', 'Sydney', 'New South Wales', 'AU', '2010'],
  desai: ['Rahul', 'Desai', 'rahul@desaiexports', '+91 98200 55541', 'Desai Exports', 'Partner', '4 Nariman Point', 'Mumbai', 'Maharashtra', 'IN', '400021'],
  fraser: ['Ewan', 'Fraser', 'ewan@lochsidehotel', '+44 131 496 0177', 'Lochside Hotel', 'General Manager', '5 Shore Street', 'Edinburgh', 'Scotland', 'GB', 'EH6 6QS'],
  nguyen: ['Linh', 'Nguyen', 'linh@saigonspices', '+1 206 555 0155', 'Saigon Spices', 'Founder', '1201 S Jackson Street', 'Seattle', 'Washington', 'US', '98144'],
  dubois: ['Camille', 'Dubois', 'camille@atelierdubois', '+33 4 78 55 01 42', 'Atelier Dubois', 'Creative Director', '14 rue Mercière', 'Lyon', 'Auvergne-Rhône-Alpes', 'FR', '69002'],
  kruger: ['Pieter', 'Kruger', 'pieter@karootours', '+27 21 555 0138', 'Karoo Tours', 'Operations Manager', '33 Bree Street', 'Cape Town', 'Western Cape', 'ZA', '8001'],
  osborne: ['Kate', 'Osborne', 'kate@brightstartnurseries', '+44 161 496 0123', 'Bright Start Nurseries', 'Head of Operations', '41 Deansgate', 'Manchester', 'Greater Manchester', 'GB', 'M3 2AY'],
  lim: ['Wei Jie', 'Lim', 'weijie@straitsfreight', '+65 6555 0192', 'Straits Freight', 'Head of IT', '8 Marina View', 'Singapore', 'Singapore', 'SG', '018960'],
  hall: ['Marcus', 'Hall', 'marcus@halldistilling', '+1 502 555 0140', 'Hall Distilling', 'Brand Manager', '801 W Main Street', 'Louisville', 'Kentucky', 'US', '40202'],
  sorensen: ['Mads', 'Sørensen', 'mads@havnegrill', '+45 33 55 01 87', 'Havnegrillen', 'Owner', 'Islands Brygge 18', 'Copenhagen', 'Hovedstaden', 'DK', '2300'],
  petrov: ['Elena', 'Petrov', 'elena@petrovtranslations', '+1 312 555 0168', 'Petrov Translations', 'Principal', '150 N Michigan Avenue', 'Chicago', 'Illinois', 'US', '60601'],
  clarke: ['Joanna', 'Clarke', 'joanna@clarkeandsons', '+44 117 496 0150', 'Clarke & Sons Joinery', 'Director', '72 North Street', 'Bristol', 'Bristol', 'GB', 'BS3 1HJ'],
  rao: ['Sneha', 'Rao', 'sneha@greenbasket', '+91 98480 55563', 'GreenBasket', 'Product Head', '22 Jubilee Hills', 'Hyderabad', 'Telangana', 'IN', '500033'],
  bennett: ['Grace', 'Bennett', 'grace@bennettaccounts', '+61 3 5550 1121', 'Bennett Accounting', 'Partner', '200 Collins Street', 'Melbourne', 'Victoria', 'AU', '3000'],
  vandam: ['Femke', 'van Dam', 'femke@fietsatelier', '+31 20 555 0175', 'Fietsatelier', 'Owner', 'Overtoom 231', 'Amsterdam', 'North Holland', 'NL', '1054 HV'],
  morales: ['Diego', 'Morales', 'diego@moralesmedia', '+1 512 555 0106', 'Morales Media', 'Producer', '1100 E 5th Street', 'Austin', 'Texas', 'US', '78702'],
  chai: ['Naphat', 'Chaiyaporn', 'naphat@andamandive', '+66 76 555 014', 'Andaman Dive Center', 'Manager', '45 Phang Nga Road', 'Phuket', 'Phuket', 'TH', '83000'],
  doyle: ['Brendan', 'Doyle', 'brendan@doyleproperty', '+353 21 555 0143', 'Doyle Property', 'Managing Agent', '3 South Mall', 'Cork', 'Munster', 'IE', 'T12 C7N1'],
} as const

/** `clara` is the demo's customer account. */
export const BUYERS = ['clara', ...(Object.keys(ROWS) as (keyof typeof ROWS)[])] as const
export type BuyerKey = (typeof BUYERS)[number]

export function findCustomer(key: keyof typeof ROWS): Buyer {
  const [firstName, lastName, mailbox, phone, company, jobTitle, address, city, state, country, zipCode] =
    ROWS[key]
  const email = `${mailbox}.example`
  const place = { address, city, state, country, zipCode }
  return pickBuyer({ firstName, lastName, email, phone, company, jobTitle, ...place })
}
