alter table users rename column standings to affiliations;
