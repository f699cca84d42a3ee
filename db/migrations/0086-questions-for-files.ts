import type { Knex } from 'knex'

/** A question may ask for files: they are its answer, whose text is then their names. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE package_questions DROP CONSTRAINT package_questions_question_type_check,
      ADD CONSTRAINT package_questions_question_type_check CHECK (question_type IN ('text', 'textarea', 'files'));
    ALTER TABLE order_files ADD COLUMN question_id integer REFERENCES package_questions (id),
      ADD CONSTRAINT order_files_have_one_place CHECK (num_nonnulls(message_id, question_id) <= 1);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations run forward only')
}
