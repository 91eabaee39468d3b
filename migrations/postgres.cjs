'use strict';
const { TABLES } = require('../src/store/catalog.ts');
const { derive } = require('../src/store/engine/derive.ts');

/** What drizzle-kit takes for PostgreSQL's schema; see `drizzle.postgres.config.ts`. */
module.exports = derive(TABLES);
