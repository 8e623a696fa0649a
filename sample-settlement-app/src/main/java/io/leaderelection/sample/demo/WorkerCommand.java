/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.leaderelection.sample.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Command line of the workers.
 *
 * @param jar the application
 * @param database the database
 * @param coordinator who elects the leader
 * @param namespace the namespace of the run at the coordinator
 * @param fenced whether the database is fenced
 */
record WorkerCommand(Path jar, Database database, Coordinator coordinator, String namespace, boolean fenced) {

	/**
	 * Return the command line of a worker.
	 * @param worker its name
	 * @param port its port, zero for any
	 * @return the command line
	 */
	List<String> of(String worker, int port) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
		// What a killed process leaves behind shall lie in the folder of the run.
		command.addAll(List.of("-XX:-UsePerfData", "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir")));
		command.addAll(List.of("-jar", this.jar.toString()));
		command.add("--settlement.worker=" + worker);
		command.add("--settlement.drill.enabled=true");
		command.add("--settlement.fenced=" + this.fenced);
		command.add("--server.address=127.0.0.1");
		command.add("--server.port=" + port);
		command.add("--spring.datasource.url=" + this.database.url());
		command.add("--spring.main.banner-mode=off");
		command.add("--leader-election.namespace=" + this.namespace);
		command.addAll(this.coordinator.options());
		command.add("--leader-election.instance-id=" + worker);
		if (!this.fenced) {
			command.add("--leader-election.data-sources=none");
		}
		return command;
	}

}
